#!lua flags=no-writes
-- Looks for the range that a number is in.
-- KEYS 1 ranges: zset · 2 numbers: hash
-- ARGV 1 number
-- Reply: OK · the first of the range, '' = the number is in none · the first behind it · tube name
-- Failures: none

local found = redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
if not found[1] then return { 'OK', '', '', '' } end
local following = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
local beyond = tonumber(following[2] or redis.call('HGET', KEYS[2], 'next'))
if tonumber(ARGV[1]) >= beyond then return { 'OK', '', '', '' } end
return { 'OK', string.format('%d', found[2]), string.format('%d', beyond), found[1]:match(':(.*)') }
