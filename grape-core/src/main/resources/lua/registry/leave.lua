#!lua flags=allow-oom
-- Marks a broker that ends as dead, so that others take over its tubes at once.
-- KEYS 1 brokers: zset · 2 about: hash
-- ARGV 1 broker · 2 the heartbeat of a dead one
-- Reply: OK
-- Failures: none

redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return { 'OK' }
