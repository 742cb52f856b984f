#!lua
-- Adds a tube to the registry. Whoever was about to strike it from there does not.
-- KEYS 1 tubes: set · 2 version: number · 3 leaving: hash
-- ARGV 1 tube name
-- Reply: OK
-- Failures: none

if redis.call('SADD', KEYS[1], ARGV[1]) == 1 then redis.call('INCR', KEYS[2]) end
redis.call('HDEL', KEYS[3], ARGV[1])
return { 'OK' }
