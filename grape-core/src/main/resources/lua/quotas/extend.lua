#!lua flags=allow-oom
-- Leases that a client holds last longer. Those that it does not hold are none of its own.
-- KEYS 1 in flight: zset
-- ARGV then for each job: its name · ms of the end of its lease
-- Reply: OK
-- Failures: none

local FORGOTTEN_MS = 10000
for at = 1, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'XX', ARGV[at + 1], ARGV[at]) end
local latest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
if latest then redis.call('PEXPIRE', KEYS[1], string.format('%d', tonumber(latest) - now + FORGOTTEN_MS)) end
return { 'OK' }
