#!lua flags=allow-oom
-- Counts a try under each name, unless one of them is used up. What is refused is not counted, so that it ends in time. From an
-- address that an account was signed in from, only the first count holds: no guessing elsewhere keeps its owner out.
-- KEYS 1 addresses that are known for the account: zset of ms · then counts: number with a TTL
-- ARGV 1 ms that a count holds · 2 address · 3 ms that an address is known · then for each count: most tries
-- Reply: OK · ms to wait, 0 = it may be tried
-- Failures: none

local seen = redis.call('ZSCORE', KEYS[1], ARGV[2])
local is_known = seen and tonumber(seen) > now - tonumber(ARGV[3])
local counts, wait = { unpack(KEYS, 2) }, 0
for i, key in ipairs(counts) do
  local holds = i == 1 or not is_known
  if holds and (tonumber(redis.call('GET', key)) or 0) >= tonumber(ARGV[i + 3]) then
    wait = math.max(wait, 1, redis.call('PTTL', key))
  end
end
if wait == 0 then
  for _, key in ipairs(counts) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
end
return { 'OK', string.format('%d', wait) }
