#!lua flags=allow-oom
-- Removes a tube from the registry, unless it was added again since its token was given: however late this comes, it strikes no tube
-- that was made anew.
-- KEYS 1 tubes: set · 2 version: number · 3 leaving: hash
-- ARGV 1 tube name · 2 token
-- Reply: OK · 1, or 0 when the token is not the one that holds
-- Failures: none

if redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then return { 'OK', '0' } end
redis.call('HDEL', KEYS[3], ARGV[1])
if redis.call('SREM', KEYS[1], ARGV[1]) == 1 then redis.call('INCR', KEYS[2]) end
return { 'OK', '1' }
