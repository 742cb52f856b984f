#!lua flags=allow-oom
-- Adds a tube to the registry that is there and should have been in it. In a full Redis, too: it takes no more than the tube had.
-- KEYS 1 tubes: set · 2 version: number · 3 leaving: hash
-- ARGV 1 tube name
-- Reply: OK · 1, or 0 when it was there
-- Failures: none

local added = redis.call('SADD', KEYS[1], ARGV[1])
if added == 1 then redis.call('INCR', KEYS[2]) end
redis.call('HDEL', KEYS[3], ARGV[1])
return { 'OK', tostring(added) }
