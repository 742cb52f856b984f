#!lua
-- Adds a tube to the registry that somebody makes, unless as many as may be are there that were made so. What is no more is forgotten
-- only then. Whoever was about to strike it from there does not.
-- KEYS 1 tubes: set · 2 version: number · 3 leaving: hash · 4 made: set
-- ARGV 1 tube name · 2 how many may be there
-- Reply: OK · 1, or 0 when so many are there
-- Failures: none

if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then
  local most = tonumber(ARGV[2])
  local is_full = redis.call('SISMEMBER', KEYS[4], ARGV[1]) == 0 and redis.call('SCARD', KEYS[4]) >= most
  if is_full and redis.call('SINTERSTORE', KEYS[4], KEYS[4], KEYS[1]) >= most then return { 'OK', '0' } end
  redis.call('SADD', KEYS[4], ARGV[1])
  redis.call('SADD', KEYS[1], ARGV[1])
  redis.call('INCR', KEYS[2])
end
redis.call('HDEL', KEYS[3], ARGV[1])
return { 'OK', '1' }
