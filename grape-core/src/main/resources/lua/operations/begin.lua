#!lua flags=allow-oom
-- Begins an operation. No two have the same time, so that a list of them can be gone on with behind one. In a full Redis, too: what it
-- does makes room, and there are only so many.
-- KEYS 1 operations: zset · 2 those that have not ended: zset
-- ARGV 1 what the key of an operation begins with · 2 id · 3 most that have not ended · 4 most of one name · 5 the name, '' = none ·
--   then fields and their values
-- Reply: OK · created ms, all = too many have not ended, own = too many of that name have not
-- Failures: none

local OPERATION = ARGV[1]
local open, most = redis.call('ZCARD', KEYS[2]), tonumber(ARGV[4])
if open >= tonumber(ARGV[3]) then return { 'OK', 'all' } end
if ARGV[5] ~= '' and open >= most then
  local own = 0
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if redis.call('HGET', OPERATION .. id, 'createdBy') == ARGV[5] then own = own + 1 end
  end
  if own >= most then return { 'OK', 'own' } end
end
local id = ARGV[2]
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
local created = string.format('%d', math.max(now, newest and tonumber(newest) + 1 or 0))
redis.call('HSET', OPERATION .. id, 'createdAt', created, 'turn', '0', 'state', 'running', unpack(ARGV, 6))
redis.call('ZADD', KEYS[1], created, id)
redis.call('ZADD', KEYS[2], '0', id)
return { 'OK', created }
