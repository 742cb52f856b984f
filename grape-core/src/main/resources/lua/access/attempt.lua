#!lua flags=allow-oom
-- Counts a try under each name, unless one of them is used up. What is refused is not counted, so that it ends in time.
-- KEYS counts: number with a TTL
-- ARGV 1 ms that a count holds · then for each key: most tries
-- Reply: OK · ms to wait, 0 = it may be tried
-- Failures: none

local wait = 0
for i, key in ipairs(KEYS) do
  if (tonumber(redis.call('GET', key)) or 0) >= tonumber(ARGV[i + 1]) then
    wait = math.max(wait, 1, redis.call('PTTL', key))
  end
end
if wait == 0 then
  for _, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
end
return { 'OK', string.format('%d', wait) }
