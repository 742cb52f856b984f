-- Reads keys as they are, whatever they hold: the named ones, or where none is named all that match a pattern.
-- KEYS the keys to read, of one slot · ARGV 1 pattern, used without KEYS
-- Reply: for each key: its name · its type · its TTL in ms · its values: id and score of each member, field and value,
--   members, or the string

local reply = {}
for _, key in ipairs(#KEYS > 0 and KEYS or redis.call('KEYS', ARGV[1])) do
  local type = redis.call('TYPE', key).ok
  local values = {}
  if type == 'zset' then
    values = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif type == 'hash' then
    values = redis.call('HGETALL', key)
  elseif type == 'set' then
    values = redis.call('SMEMBERS', key)
  elseif type == 'string' then
    values = { redis.call('GET', key) }
  end
  reply[#reply + 1] = { key, type, redis.call('PTTL', key), values }
end
return reply
