#!lua flags=allow-oom
-- Changes a tube's settings. Their rev grows where one of them gets another value. Who waits is told, as there may be other limits.
-- ARGV 2 hint channel · 3 tube name · 4 the rev that they must have, '' = any · then for each setting: name · value, '' = none
-- Reply: OK
-- Failures: TUBE_NOT_FOUND · STALE · the rev that they have ·
--   GATES · which: it has gates that need its keys as they are: key or label

local tube, none = read_tube('rev', 'parkedUntil')
if not tube then return { none } end
local rev = tonumber(tube[3] or 0)
if ARGV[4] ~= '' and tonumber(ARGV[4]) ~= rev then return { 'STALE', string.format('%d', rev) } end

for at = 5, #ARGV, 2 do
  local which = ARGV[at] == 'keys' and gates_against(ARGV[at + 1])
  if which then return { 'GATES', which } end
end

local next_rev, gone = string.format('%d', math.max(rev + 1, now)), {}
local fields = { 'rev', next_rev }
for at = 5, #ARGV, 2 do
  local name, value = ARGV[at], ARGV[at + 1]
  local before = redis.call('HGET', TUBE, name) or ''
  if before ~= value and name == 'limits' then
    for _, field in ipairs(fields_with_limits(before, value, next_rev)) do fields[#fields + 1] = field end
  elseif before ~= value and name == 'keys' then
    value = change_sharing(before, value)
  elseif before ~= value and name == 'window' then
    value = change_window(value)
  elseif before ~= value and name == 'keepMs' then
    value = change_keeping(value)
  elseif before ~= value and name == 'expiry' then
    value = change_expiry(value)
  end
  if before ~= value and value == '' then
    gone[#gone + 1] = name
  elseif before ~= value then
    fields[#fields + 1], fields[#fields + 2] = name, value
  end
end
if #fields + #gone > 2 then
  redis.call('HSET', TUBE, unpack(fields))
  if #gone > 0 then redis.call('HDEL', TUBE, unpack(gone)) end
  write_layout()
  hint(ARGV[2], ARGV[3], tube[4], now)
end
return { 'OK' }
