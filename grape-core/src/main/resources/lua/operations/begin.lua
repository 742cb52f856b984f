#!lua
-- Begins an operation. No two have the same time, so that a list of them can be gone on with behind one.
-- KEYS 1 operations: zset · 2 those that go on: zset
-- ARGV 1 what the key of an operation begins with · 2 id · then fields and their values
-- Reply: OK · created ms
-- Failures: none

local OPERATION, id = ARGV[1], ARGV[2]
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
local created = string.format('%d', math.max(now, newest and tonumber(newest) + 1 or 0))
redis.call('HSET', OPERATION .. id, 'createdAt', created, 'turn', '0', 'state', 'running', unpack(ARGV, 3))
redis.call('ZADD', KEYS[1], created, id)
redis.call('ZADD', KEYS[2], '0', id)
return { 'OK', created }
