#!lua flags=allow-oom
-- Makes, replaces or removes a quota; in a full Redis, too: what fills it is to be held back.
-- What is in flight counts no more where nothing limits it.
-- KEYS 1 quotas: hash · 2 version: number · 3 refused: hash · 4 what its client has in flight: zset
-- ARGV 1 name · 2 its text, '' = it is removed · 3 most quotas · 4 1 = it limits what is in flight, else 0
-- Reply: OK · 1 where it was made or removed, 0 where it was replaced or not there, -1 where there are too many others
-- Failures: none

local is_there = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1
if ARGV[2] == '' then
  if not is_there then return { 'OK', '0' } end
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[3], ARGV[1] .. ' produce', ARGV[1] .. ' consume', ARGV[1] .. ' inFlight')
else
  if not is_there and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return { 'OK', '-1' } end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
if ARGV[4] == '0' then redis.call('UNLINK', KEYS[4]) end
redis.call('INCR', KEYS[2])
return { 'OK', (ARGV[2] == '') == is_there and '1' or '0' }
