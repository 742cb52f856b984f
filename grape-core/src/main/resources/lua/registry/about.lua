#!lua flags=allow-oom
-- Keeps what a broker says of itself, and forgets those that have said nothing for long.
-- KEYS 1 about: hash
-- ARGV 1 broker · 2 what it says · 3 ms of silence after which a broker is forgotten
-- Reply: OK
-- Failures: none

redis.call('HSET', KEYS[1], ARGV[1], string.format('%d ', now) .. ARGV[2])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local said = tonumber(all[i + 1]:match('^%d+') or 0)
  if said < now - tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], all[i]) end
end
return { 'OK' }
