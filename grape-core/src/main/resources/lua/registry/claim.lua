#!lua flags=allow-oom
-- Says that this broker would do the self-check, and how far it got. The one that does it goes on for as long as it lives.
-- KEYS 1 brokers: zset · 2 check: hash
-- ARGV 1 broker · 2 ms of silence after which a broker is dead · 3 where this broker is in its round, '' = between two ·
--   4 1 = it has ended a round since it last said so
-- Reply: OK · 1 when it is this broker that does it · where to go on, '' = at the start · ms since a round ended or ''
-- Failures: none

local self = ARGV[1]
local state = redis.call('HMGET', KEYS[2], 'broker', 'position', 'ended')
local holder, position, ended = state[1], ARGV[3], state[3]
local beat = holder and holder ~= self and redis.call('ZSCORE', KEYS[1], holder)
local is_other = beat and tonumber(beat) > now - tonumber(ARGV[2])
if not is_other then
  if holder ~= self then position = state[2] or '' end
  if holder == self and ARGV[4] == '1' then ended = string.format('%d', now) end
  redis.call('HSET', KEYS[2], 'broker', self, 'position', position)
  if ended then redis.call('HSET', KEYS[2], 'ended', ended) end
end
local since = ended and string.format('%d', math.max(0, now - tonumber(ended))) or ''
return { 'OK', is_other and '0' or '1', is_other and '' or position, since }
