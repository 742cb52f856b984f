#!lua flags=no-writes
-- Looks in the index for tubes in which an occurrence of a schedule will be due: 100 of them.
-- KEYS 1 due: zset
-- ARGV 1 within how many ms · 2 how many to pass over
-- Reply: OK · now · then for each: tube · ms when to look there
-- Failures: none

local to = string.format('%d', now + tonumber(ARGV[1]))
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', to, 'WITHSCORES', 'LIMIT', tonumber(ARGV[2]), 100)
return { 'OK', string.format('%d', now), unpack(found) }
