#!lua flags=allow-oom
-- Takes back a try that was counted, as it went well: the first count starts anew, the others have one fewer, and the address is
-- known from now on.
-- KEYS 1 addresses that are known for the account: zset of ms · then counts: number with a TTL
-- ARGV 1 address · 2 ms that it is known · 3 how many are known at the most
-- Reply: OK
-- Failures: none

for i, key in ipairs({ unpack(KEYS, 2) }) do
  if i == 1 then
    redis.call('DEL', key)
  elseif (tonumber(redis.call('GET', key)) or 0) > 0 then
    redis.call('DECR', key)
  end
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { 'OK' }
