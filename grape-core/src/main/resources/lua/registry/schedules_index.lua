#!lua flags=allow-oom
-- Changes when to look for due occurrences in a tube.
-- KEYS 1 due: zset
-- ARGV 1 tube · 2 earlier: no later than at a ms, at: at a ms, or never · 3 the ms, '' = none
-- Reply: OK
-- Failures: none

local tube, how, ms = ARGV[1], ARGV[2], ARGV[3]
if how == 'earlier' then
  redis.call('ZADD', KEYS[1], 'LT', ms, tube)
elseif how == 'at' then
  redis.call('ZADD', KEYS[1], ms, tube)
else
  redis.call('ZREM', KEYS[1], tube)
end
return { 'OK' }
