#!lua flags=no-writes
-- Reads up to 100 quotas or clients: the jobs of the last second, what is in flight now, and how much was refused.
-- KEYS 1 refused: hash
-- ARGV 1 what the keys of a client begin with · then for each one: its name
-- Reply: OK · then for each one: jobs produced · jobs consumed · in flight · refused of each of the three
-- Failures: none

local second, reply = math.floor(now / 1000), { 'OK' }
local function used(key, part)
  local last, count, earlier = unpack(redis.call('HMGET', key, part .. ':s', part .. ':n', part .. ':l'))
  last, count, earlier = tonumber(last) or 0, tonumber(count) or 0, tonumber(earlier) or 0
  if last ~= second then count, earlier = 0, last == second - 1 and count or 0 end
  -- Of the last second as much as it reaches into the 1000 ms before now.
  return string.format('%d', math.max(0, math.floor(count + earlier * (1000 - now % 1000) / 1000 + 0.5)))
end
for _, name in ipairs({ unpack(ARGV, 2) }) do
  local key = ARGV[1] .. 'used:' .. name
  reply[#reply + 1], reply[#reply + 2] = used(key, 'produce'), used(key, 'consume')
  reply[#reply + 1] = tostring(redis.call('ZCOUNT', ARGV[1] .. 'flight:' .. name, string.format('(%d', now), '+inf'))
  local refused = redis.call('HMGET', KEYS[1], name .. ' produce', name .. ' consume', name .. ' inFlight')
  for i = 1, 3 do reply[#reply + 1] = refused[i] or '0' end
end
return reply
