#!lua flags=allow-oom
-- Changes the override of a key, or removes it, and the rest that a worker asked for; its jobs are looked at again. Who waits is told.
-- ARGV 2 key · 3 weight, concurrency, deliveries a second, burst and jobs, separated by spaces, - = as the tube has it ·
--   4 1 = it is paused, 0 = it is not, '' = the override is removed · 5 most overrides of a tube
-- Reply: OK · 1, or 0 when the key had an override already
-- Failures: TUBE_NOT_FOUND · WRONG_STATE · keyless: the tube has no keys, full: it has as many overrides as it may, or ordered: it keeps
--   an order, and the concurrency is not 1

local tube, none = read_tube()
if not tube then return { none } end
local key_name, overrides, has_keys = ARGV[2], part('keys'), keyed and keyed ~= 'off'
if not has_keys and ARGV[4] ~= '' then return { 'WRONG_STATE', 'keyless' } end
if not has_keys then
  redis.call('HDEL', overrides, key_name)
  return { 'OK', '0' }
end

local before = redis.call('HGET', overrides, key_name)
if ARGV[4] == '' then
  redis.call('HDEL', overrides, key_name)
  sharing().end_rest(key_name)
else
  local concurrency = tonumber(ARGV[3]:match('^%S+ (%S+)'))
  if sharing().ordered and (concurrency or 1) ~= 1 then return { 'WRONG_STATE', 'ordered' } end
  if not before and redis.call('HLEN', overrides) >= tonumber(ARGV[5]) then return { 'WRONG_STATE', 'full' } end
  local since = before and before:match('%d+$')
  local paused = ARGV[4] == '0' and '-' or since or NOW
  redis.call('HSET', overrides, key_name, ARGV[3] .. ' ' .. paused)
end
reweigh(key_name, sharing().limits_of(key_name).weight)
look_again(key_name, true)
return { 'OK', before and '0' or '1' }
