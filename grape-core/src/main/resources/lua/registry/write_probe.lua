#!lua flags=allow-oom
-- Proves that scripts run and may write here: removes a member that is never there.
-- KEYS 1 tubes: set · 2 version: number
-- Reply: OK · now
-- Failures: none

redis.call('SREM', KEYS[1], '')
return { 'OK', string.format('%d', now) }
