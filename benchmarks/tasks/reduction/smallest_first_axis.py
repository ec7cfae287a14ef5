# stack_of_maps: f32[48, 1024, 1024]
y = stack_of_maps.amin(0)
