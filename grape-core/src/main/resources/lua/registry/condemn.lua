#!lua flags=allow-oom
-- Says that a tube is about to be struck from the registry. All who remove it get the same token, until it is added again.
-- KEYS 1 leaving: hash
-- ARGV 1 tube name · 2 a new token
-- Reply: OK · the token to strike it with
-- Failures: none

redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return { 'OK', redis.call('HGET', KEYS[1], ARGV[1]) }
