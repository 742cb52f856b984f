#!lua flags=allow-oom
-- Pauses a tube, or resumes it. Who waits is told when it will go on.
-- ARGV 2 hint channel · 3 tube name · 4 ms, '' = until resumed, 0 = resume · 5 reason
-- Reply: OK
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil')
if not tube then return { none } end

local duration = ARGV[4]
if duration == '0' then
  redis.call('HDEL', TUBE, 'pausedUntil', 'pauseReason')
  hint(ARGV[2], ARGV[3], tube[3], now)
else
  local paused_until = duration == '' and UNTIL_RESUMED or now + tonumber(duration)
  redis.call('HSET', TUBE, 'pausedUntil', paused_until, 'pauseReason', ARGV[5])
  if duration ~= '' then hint(ARGV[2], ARGV[3], tube[3], paused_until) end
end
return { 'OK' }
