#!lua flags=allow-oom
-- Writes an entry of the audit log, and drops the one of which it is the end. In a full Redis, too: what empties it is written down.
-- KEYS 1 audit: stream
-- ARGV 1 how many entries are kept, or some more · 2 id of the entry to drop, '' = none · 3 actor · 4 action · 5 tube · 6 target ·
--   7 detail · 8 outcome · 9 id of the request · 10 address; '' = there is none
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
return { 'OK', redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(fields)) }
