#!lua
-- Adds a tube to the registry.
-- KEYS 1 tubes: set · 2 version: number
-- ARGV 1 tube name
-- Reply: OK
-- Failures: none

if redis.call('SADD', KEYS[1], ARGV[1]) == 1 then redis.call('INCR', KEYS[2]) end
return { 'OK' }
