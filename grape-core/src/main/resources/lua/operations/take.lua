#!lua flags=allow-oom
-- Gives a broker an operation that nobody runs, or whose broker has been silent for too long; and forgets of the 10 oldest those that
-- ended and are old, or too many.
-- KEYS 1 operations: zset · 2 those that go on, by until when a broker has them: zset
-- ARGV 1 what the key of an operation begins with · 2 broker · 3 ms for which it has it · 4 ms after which one is old · 5 most to keep
-- Reply: OK · id, '' = there is none · then its fields and their values
-- Failures: none

local OPERATION = ARGV[1]
local many, oldest = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[5]), redis.call('ZRANGE', KEYS[1], 0, 9, 'WITHSCORES')
for i = 1, #oldest, 2 do
  local id = oldest[i]
  if (many > i / 2 or tonumber(oldest[i + 1]) < now - tonumber(ARGV[4])) and not redis.call('ZSCORE', KEYS[2], id)
    and redis.call('HGET', OPERATION .. id, 'state') ~= 'paused' then
    redis.call('ZREM', KEYS[1], id)
    redis.call('UNLINK', OPERATION .. id)
  end
end

local id = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', now), 'LIMIT', 0, 1)[1]
if not id then return { 'OK', '' } end
if redis.call('EXISTS', OPERATION .. id) == 0 then
  redis.call('ZREM', KEYS[2], id)
  return { 'OK', '' }
end
redis.call('HSET', OPERATION .. id, 'broker', ARGV[2])
redis.call('HINCRBY', OPERATION .. id, 'turn', 1)
redis.call('ZADD', KEYS[2], string.format('%d', now + tonumber(ARGV[3])), id)
return { 'OK', id, unpack(redis.call('HGETALL', OPERATION .. id)) }
