#!lua flags=no-writes
-- Reads what the brokers that are alive say of themselves.
-- KEYS 1 brokers: zset · 2 about: hash
-- ARGV 1 ms without a beat after which a broker is dead
-- Reply: OK · then for each broker: its name · ms when it said it, a space, and what it said, '' = nothing
-- Failures: none

local reply = { 'OK' }
local living = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now - tonumber(ARGV[1])), '+inf')
for _, name in ipairs(living) do
  reply[#reply + 1] = name
  reply[#reply + 1] = redis.call('HGET', KEYS[2], name) or ''
end
return reply
