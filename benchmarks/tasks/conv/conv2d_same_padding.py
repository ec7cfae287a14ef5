# img: f32[32, 1, 256, 256]
# sobel: f32[2, 1, 3, 3]
g = F.conv2d(img, sobel, padding='same')
