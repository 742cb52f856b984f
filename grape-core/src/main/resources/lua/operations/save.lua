#!lua flags=allow-oom
-- Says how far an operation is and that its broker lives; ends it, if it has come to its end, also one that was paused in its last slice.
-- KEYS 1 operations: zset · 2 those that have not ended: zset · 3 those that have, by when: zset
-- ARGV 1 what the key of an operation begins with · 2 id · 3 turn of the broker · 4 ms for which the broker has it ·
--   5 done, stopped, cancelled or failed, '' = it goes on · 6 why · then fields and their values
-- Reply: OK · its state, or lost: another broker has it
-- Failures: none

local OPERATION, id, ended = ARGV[1], ARGV[2], ARGV[5]
local known = redis.call('HMGET', OPERATION .. id, 'turn', 'state')
local state = known[2]
if known[1] ~= ARGV[3] then return { 'OK', 'lost' } end
redis.call('HSET', OPERATION .. id, unpack(ARGV, 7))
if state ~= 'running' and (state ~= 'paused' or ended == '') then return { 'OK', state } end
if ended == '' then
  redis.call('ZADD', KEYS[2], string.format('%d', now + tonumber(ARGV[4])), id)
  return { 'OK', state }
end
redis.call('HSET', OPERATION .. id, 'state', ended, 'why', ARGV[6], 'endedAt', string.format('%d', now))
redis.call('ZREM', KEYS[2], id)
redis.call('ZADD', KEYS[3], string.format('%d', now), id)
return { 'OK', ended }
