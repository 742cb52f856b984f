-- Reads keys as they are: the named ones, or where none is named all that match a pattern.
-- KEYS the keys to read, of one slot · ARGV 1 pattern, used without KEYS · 2 ttl, to read the TTLs too
-- Reply: for each key: its name · its type, '' = as its name says · its TTL in ms · its values: members and scores, fields
--   and values, members, or the string

local HASHES = { 'j', 'f', 's', 'tube', 'keys', 'gates', 'resting' }
local ZSETS = { 'delay', 'retain', 'failed', 'missing', 'gated', 'coming', 'urgent', 'lanes', 'holders', 'rest', 'pace', 'blockers', 'turn', 'owed',
  'held', 'seen', 'expiry', 'done' }
local reads = {}
for _, kind in ipairs(HASHES) do reads[kind] = { 'HGETALL' } end
for _, kind in ipairs(ZSETS) do reads[kind] = { 'ZRANGE', 0, -1, 'WITHSCORES' } end

-- A key that is not what its name says fails the whole.
local function read(key, ttl)
  local kind = key:match('}:(%a+)')
  local command = not key:find('}:seen:', 1, true) and reads[kind]
  if command and key:sub(-6) ~= ':clock' then
    return { key, '', ttl, redis.call(command[1], key, unpack(command, 2)) }
  end
  local type = redis.call('TYPE', key).ok
  local values = {}
  if type == 'set' then values = redis.call('SMEMBERS', key) end
  if type == 'string' then values = { redis.call('GET', key) } end
  return { key, type, ttl, values }
end

local reply = {}
for i, key in ipairs(#KEYS > 0 and KEYS or redis.call('KEYS', ARGV[1])) do
  reply[i] = read(key, ARGV[2] == 'ttl' and redis.call('PTTL', key) or -1)
end
return reply
