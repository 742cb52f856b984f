#!lua flags=allow-oom
-- Pauses, resumes or cancels an operation that has not ended.
-- KEYS 1 operations: zset · 2 those that have not ended: zset · 3 those that have, by when: zset
-- ARGV 1 what the key of an operation begins with · 2 id · 3 paused, running or cancelled
-- Reply: OK · the state that it had, '' = there is no such operation
-- Failures: none

local OPERATION, id, wanted = ARGV[1], ARGV[2], ARGV[3]
local state = redis.call('HGET', OPERATION .. id, 'state')
if not state then return { 'OK', '' } end
if state == wanted or (state ~= 'running' and state ~= 'paused') then return { 'OK', state } end
redis.call('HSET', OPERATION .. id, 'state', wanted)
if wanted == 'running' then
  -- Who ran it before and has not looked since must not go on beside the next.
  redis.call('HINCRBY', OPERATION .. id, 'turn', 1)
  redis.call('ZADD', KEYS[2], '0', id)
elseif wanted == 'paused' then
  redis.call('ZADD', KEYS[2], '+inf', id)
else
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZADD', KEYS[3], string.format('%d', now), id)
  redis.call('HSET', OPERATION .. id, 'endedAt', string.format('%d', now))
end
return { 'OK', state }
