# winner: f32[4194304]
# loser: f32[4194304]
loss = -F.logsigmoid(0.1 * (winner - loser)).mean()
