#!lua flags=allow-oom
-- Says that a broker is alive, and gives it the tubes of brokers that have not said so for long: up to 1000 of one.
-- KEYS 1 tubes: set · 2 version: number · 3 brokers: zset · 4 tubes of this broker: set
-- ARGV 1 broker · 2 ms of silence after which a broker is dead · 3 what the key of a broker's tubes begins with
-- Reply: OK · how many tubes this broker has · state of the registry · then the tubes it was given
-- Failures: none

local ADOPTED = 1000
local self = ARGV[1]
-- Where the clock was set back, a dead broker would seem to live until it is there again.
for _, broker in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. string.format('%d', now), '+inf', 'LIMIT', 0, 100)) do
  redis.call('ZADD', KEYS[3], now, broker)
end
local dead = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - tonumber(ARGV[2]), 'LIMIT', 0, 2)
local adopted = {}
for _, broker in ipairs(dead) do
  if broker ~= self and #adopted == 0 then
    adopted = redis.call('SPOP', ARGV[3] .. broker, ADOPTED)
    if #adopted < ADOPTED then redis.call('ZREM', KEYS[3], broker) end
  end
end
if #adopted > 0 then redis.call('SADD', KEYS[4], unpack(adopted)) end
redis.call('ZADD', KEYS[3], now, self)
local state = redis.call('SCARD', KEYS[1]) .. ' ' .. (redis.call('GET', KEYS[2]) or '0')
return { 'OK', tostring(redis.call('SCARD', KEYS[4])), state, unpack(adopted) }
