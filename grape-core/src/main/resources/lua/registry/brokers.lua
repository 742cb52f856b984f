#!lua flags=no-writes
-- Reads what brokers say of themselves, and when each was last alive.
-- KEYS 1 brokers: zset · 2 about: hash
-- Reply: OK · now · then for each broker that said something: its name · ms of its last beat, 0 = it has left, '' = others have
--   taken over its tubes · ms when it said it, a space, and what it said
-- Failures: none

local reply = { 'OK', string.format('%d', now) }
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  reply[#reply + 1] = all[i]
  reply[#reply + 1] = redis.call('ZSCORE', KEYS[1], all[i]) or ''
  reply[#reply + 1] = all[i + 1]
end
return reply
