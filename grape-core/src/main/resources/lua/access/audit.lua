#!lua flags=allow-oom
-- Writes an entry of the audit log, and drops the one of which it is the end. In a full Redis, too: what empties it is written down.
-- What was refused has a stream of its own, so that who is refused drops nothing of what was done; ids grow over both streams.
-- KEYS 1 audit: stream · 2 refused: stream
-- ARGV 1 how many entries are kept in its stream, or some more · 2 id of the entry to drop, '' = none · 3 actor · 4 action · 5 tube ·
--   6 target · 7 detail · 8 outcome · 9 id of the request · 10 address; '' = there is none · 11 1 = it was refused, else 0
-- Reply: OK · id
-- Failures: none

local fields = {}
local function put(name, value)
  if value ~= '' then
    fields[#fields + 1] = name
    fields[#fields + 1] = value
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
if ARGV[2] ~= '' then redis.call('XDEL', KEYS[1], ARGV[2]) end
if ARGV[11] == '0' then
  return { 'OK', redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(fields)) }
end
-- The next id of the other stream is taken, without an entry there. Only a stream that is has ids.
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('XDEL', KEYS[1], redis.call('XADD', KEYS[1], '*', 'refused', ''))
end
local about = redis.call('XINFO', 'STREAM', KEYS[1])
local last_ms, number
for i = 1, #about, 2 do
  if about[i] == 'last-generated-id' then last_ms, number = string.match(about[i + 1], '^(%d+)-(%d+)$') end
end
local is_later = now > tonumber(last_ms)
local id = string.format('%d-%d', is_later and now or tonumber(last_ms), is_later and 0 or tonumber(number) + 1)
redis.call('XSETID', KEYS[1], id)
return { 'OK', redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], id, unpack(fields)) }
