#!lua
-- Makes a tube, unless it exists, and tells those who wait for it that it does. It takes no jobs until it is told to be registered.
-- ARGV 2 hint channel · 3 tube name · 4 a new token · then for each setting: name · value, '' = none
-- Reply: OK · 1, or 0 when it exists · the token with which to tell it that it is registered, '' = it knows
-- Failures: DELETING: the tube is being removed

local tube, none, leaving = read_tube('unregistered')
if tube then return { 'OK', '0', tube[3] or '' } end
if leaving or none == 'LATER_RELEASE' then return { leaving or none } end
local fields, has = { 'rev', NOW, 'lease', 0, 'sampled', 0, 'unregistered', ARGV[4] }, {}
for at = 5, #ARGV, 2 do
  local name, value = ARGV[at], ARGV[at + 1]
  local more = value ~= '' and { name, value } or {}
  has[name] = value ~= ''
  if has[name] and name == 'window' then window = value end
  if has[name] and name == 'keepMs' then keeping = value end
  if has[name] and name == 'expiry' then expiry = value end
  if name == 'limits' and value ~= '' then more = { name, value, unpack(fields_with_limits('', value, NOW)) } end
  for _, field in ipairs(more) do fields[#fields + 1] = field end
end
-- A broker of an earlier release leaves it behind where it removes a tube.
redis.call('UNLINK', MISSING)
redis.call('HSET', TUBE, 'version', layout_of(has.limits, has.keys), unpack(fields))
hint(ARGV[2], ARGV[3], now + 1, now)
return { 'OK', '1', ARGV[4] }
