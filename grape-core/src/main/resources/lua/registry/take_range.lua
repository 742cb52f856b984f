#!lua
-- Gives a tube a range of numbers, which no tube had. Where Redis has another past than the one that counted, it goes on far behind
-- what that may have given.
-- KEYS 1 ranges: zset · 2 numbers: hash
-- ARGV 1 tube name · 2 how many numbers
-- Reply: OK · the first
-- Failures: none

-- More than is given in the seconds that a Redis may lose.
local LEAP = 2 ^ 34
local info = redis.call('INFO', 'server', 'replication')
local past = info:match('run_id:(%w+)') .. ' ' .. info:match('master_replid:(%w+)')
local first, counted_by = unpack(redis.call('HMGET', KEYS[2], 'next', 'past'))
if not first then
  -- Anywhere, as the first count may have been lost, too.
  first = 1 + tonumber(redis.sha1hex(past .. ' ' .. now):sub(1, 11), 16)
elseif counted_by ~= past then
  first = tonumber(first) + LEAP
end
first = string.format('%d', first)
redis.call('HSET', KEYS[2], 'next', string.format('%d', tonumber(first) + tonumber(ARGV[2])), 'past', past)
redis.call('ZADD', KEYS[1], first, first .. ':' .. ARGV[1])
return { 'OK', first }
