#!lua flags=allow-oom
-- Begins a session. In a full Redis, too: who is to empty it has to come in.
-- KEYS 1 session: text
-- ARGV 1 text · 2 ms without use after which it ends
-- Reply: OK
-- Failures: none

redis.call('SET', KEYS[1], string.format('%d ', now) .. ARGV[1], 'PX', ARGV[2])
return { 'OK' }
