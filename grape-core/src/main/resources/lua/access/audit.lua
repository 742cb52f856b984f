#!lua flags=allow-oom
-- Writes an entry of the audit log, and drops the one of which it is the end. In a full Redis, too: what empties it is written down.
-- What was refused has a stream of its own, so that who is refused drops nothing of what was done; ids grow over both streams. Where a
-- stream is full, the oldest entry of whoever has most of them there is dropped: nobody drops the entries of others. A refusal that is
-- like one of the actor's last 8, of the last hour, takes its place and counts it. All failed logins are one actor's: names are free.
-- KEYS 1 audit: stream · 2 refused: stream · 3 order: zset, the entries of the first by actor and id · 4 shares: zset, actors by how
--   many they are · 5 order of refused · 6 shares of refused
-- ARGV 1 how many entries are kept in its stream · 2 id of the entry to drop, '' = none · 3 actor · 4 action · 5 tube ·
--   6 target · 7 detail · 8 outcome · 9 id of the request · 10 address; '' = there is none · 11 1 = it was refused, else 0
-- Reply: OK · id
-- Failures: none

local DONE = { entries = KEYS[1], order = KEYS[3], shares = KEYS[4] }
local REFUSED = { entries = KEYS[2], order = KEYS[5], shares = KEYS[6] }
local into = ARGV[11] == '1' and REFUSED or DONE

local function of(fields, name)
  for i = 1, #fields, 2 do
    if fields[i] == name then return fields[i + 1] end
  end
  return ''
end
local function share(action, actor) return action == 'login.failed' and '' or actor end
local function member(who, id)
  local ms, number = string.match(id, '^(%d+)-(%d+)$')
  return who .. '\0' .. string.rep('0', 15 - #ms) .. ms .. '-' .. string.rep('0', 6 - #number) .. number
end
local function forget(log, who, id)
  redis.call('XDEL', log.entries, id)
  if redis.call('ZREM', log.order, member(who, id)) == 1 and
    tonumber(redis.call('ZADD', log.shares, 'INCR', -1, who)) <= 0 then redis.call('ZREM', log.shares, who) end
end
-- Ids of somebody's entries, from the oldest or from the newest on.
local function some(log, who, newest, most)
  local low, high = '[' .. who .. '\0', '[' .. who .. '\0:'
  local found = newest and redis.call('ZRANGE', log.order, high, low, 'BYLEX', 'REV', 'LIMIT', 0, most)
    or redis.call('ZRANGE', log.order, low, high, 'BYLEX', 'LIMIT', 0, most)
  for i = 1, #found do found[i] = string.gsub(string.match(found[i], '%z0*(%d+%-%d+)$'), '%-0*(%d)', '-%1') end
  return found
end
local function about(stream)
  local found = {}
  if redis.call('EXISTS', stream) == 0 then return found end
  local said = redis.call('XINFO', 'STREAM', stream)
  for i = 1, #said, 2 do found[said[i]] = said[i + 1] end
  return found
end

local fields = {}
local function put(name, value)
  if value ~= '' then
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
end

local actor = share(ARGV[4], ARGV[3])
local like, times, since
if into == REFUSED then
  for _, id in ipairs(some(REFUSED, actor, true, 8)) do
    local entry = redis.call('XREVRANGE', KEYS[2], id, id)[1]
    local ms = tonumber(string.match(id, '^%d+'))
    if entry and not like and ms > now - 3600000 and of(entry[2], 'actor') == ARGV[3] and of(entry[2], 'action') == ARGV[4]
      and of(entry[2], 'tube') == ARGV[5] and of(entry[2], 'target') == ARGV[6] and of(entry[2], 'detail') == ARGV[7]
      and of(entry[2], 'outcome') == ARGV[8] and of(entry[2], 'address') == ARGV[10] then
      like, times = id, (tonumber(of(entry[2], 'times')) or 1) + 1
      since = of(entry[2], 'since') ~= '' and of(entry[2], 'since') or string.format('%.0f', ms)
    end
  end
end

put('actor', ARGV[3])
put('action', ARGV[4])
put('tube', ARGV[5])
put('target', ARGV[6])
put('detail', ARGV[7])
put('outcome', ARGV[8])
put('requestId', ARGV[9])
put('address', ARGV[10])
if ARGV[2] ~= '' then forget(DONE, actor, ARGV[2]) end
if like then
  forget(REFUSED, actor, like)
  put('times', string.format('%.0f', times))
  put('since', since)
end

local id = '*'
if into == REFUSED then
  -- The next id of the other stream is taken, without an entry there. Only a stream that is has ids.
  if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('XDEL', KEYS[1], redis.call('XADD', KEYS[1], '*', 'refused', '')) end
  local last_ms, number = string.match(about(KEYS[1])['last-generated-id'], '^(%d+)-(%d+)$')
  local is_later = now > tonumber(last_ms)
  id = string.format('%d-%d', is_later and now or tonumber(last_ms), is_later and 0 or tonumber(number) + 1)
  redis.call('XSETID', KEYS[1], id)
end
id = redis.call('XADD', into.entries, id, unpack(fields))
redis.call('ZADD', into.order, 0, member(actor, id))
redis.call('ZADD', into.shares, 'INCR', 1, actor)

-- One more than it should be, or some that an earlier release left.
for _ = 1, 3 do
  local full = about(into.entries)
  if full['length'] <= tonumber(ARGV[1]) then break end
  local oldest, most = full['first-entry'], redis.call('ZRANGE', into.shares, 0, 0, 'REV')[1]
  local whose = share(of(oldest[2], 'action'), of(oldest[2], 'actor'))
  local listed = redis.call('ZSCORE', into.order, member(whose, oldest[1]))
  local first = listed and some(into, most, false, 1)[1]
  if not listed then
    redis.call('XDEL', into.entries, oldest[1])
  elseif first then
    forget(into, most, first)
  else
    redis.call('ZREM', into.shares, most)
  end
end
return { 'OK', id }
