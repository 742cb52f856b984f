-- The one clock of every script: Redis's own, read once a run, in ms since 1970.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
