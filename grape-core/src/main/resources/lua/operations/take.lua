#!lua flags=allow-oom
-- Gives a broker an operation that nobody runs, or whose broker has been silent for too long; and forgets of the 20 that ended first
-- the ones that ended long ago, or are too many.
-- KEYS 1 operations: zset · 2 those that have not ended, by until when a broker has them: zset · 3 those that have, by when: zset
-- ARGV 1 what the key of an operation begins with · 2 broker · 3 ms for which it has it · 4 ms after which one is old · 5 most to keep
-- Reply: OK · id, '' = there is none · then its fields and their values
-- Failures: none

local OPERATION, old = ARGV[1], now - tonumber(ARGV[4])

-- An earlier release takes out what it pauses, and says nowhere what has ended. This takes up the first hundred of those.
local function adopt()
  local known, left = {}, 100
  for _, key in ipairs({ KEYS[2], KEYS[3] }) do
    for _, id in ipairs(redis.call('ZRANGE', key, 0, -1)) do known[id] = true end
  end
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if left == 0 then return end
    if not known[id] then
      local found = redis.call('HMGET', OPERATION .. id, 'state', 'endedAt')
      local key = found[1] == 'paused' and KEYS[2] or KEYS[3]
      redis.call('ZADD', key, key == KEYS[2] and '+inf' or found[2] or '0', id)
      left = left - 1
    end
  end
end

local all, ended = redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[3])
if all > redis.call('ZCARD', KEYS[2]) + ended then adopt() end
local many = ended - tonumber(ARGV[5])
local first = redis.call('ZRANGE', KEYS[3], 0, 19, 'WITHSCORES')
for i = 1, #first, 2 do
  if many <= 0 and tonumber(first[i + 1]) >= old then break end
  local id = first[i]
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZREM', KEYS[3], id)
  redis.call('UNLINK', OPERATION .. id)
  many = many - 1
end

-- Where the clock was set back, nobody would take over what a dead broker has until it is there again.
local most = string.format('%d', now + tonumber(ARGV[3]))
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. most, '(+inf', 'LIMIT', 0, 20)) do
  redis.call('ZADD', KEYS[2], most, id)
end

local id = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', now), 'LIMIT', 0, 1)[1]
if not id then return { 'OK', '' } end
if redis.call('EXISTS', OPERATION .. id) == 0 then
  redis.call('ZREM', KEYS[2], id)
  return { 'OK', '' }
end
redis.call('HSET', OPERATION .. id, 'broker', ARGV[2])
redis.call('HINCRBY', OPERATION .. id, 'turn', 1)
redis.call('ZADD', KEYS[2], most, id)
return { 'OK', id, unpack(redis.call('HGETALL', OPERATION .. id)) }
