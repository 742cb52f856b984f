#!lua flags=allow-oom
-- Says that a broker will deliver jobs of a tube. A full Redis must let it: what is full has to drain.
-- KEYS 1 tubes of the broker: set
-- ARGV 1 tube name
-- Reply: OK
-- Failures: none

redis.call('SADD', KEYS[1], ARGV[1])
return { 'OK' }
