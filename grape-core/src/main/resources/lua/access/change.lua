#!lua flags=allow-oom
-- Makes, changes or removes a user or a token, if it is as it was when somebody looked. In a full Redis, too: who must be kept out
-- is kept out.
-- KEYS 1 users or tokens: hash · 2 version: number
-- ARGV 1 name · 2 what was there, '' = nothing · 3 what is to be there, '' = nothing · 4 the version that all of them must still have,
--   '' = any
-- Reply: OK · 1 when it is as it was wanted, 0 when something else was there
-- Failures: none

local is_later = ARGV[4] ~= '' and (redis.call('GET', KEYS[2]) or '0') ~= ARGV[4]
if is_later or (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return { 'OK', '0' } end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
redis.call('INCR', KEYS[2])
return { 'OK', '1' }
