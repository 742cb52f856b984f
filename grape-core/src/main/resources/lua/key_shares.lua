#!lua flags=no-writes
-- Looks at the keys that have the most jobs, waiting or under leases: those of the largest lanes, and those with the most leases.
-- ARGV 2 how many lanes to look at, and how many keys with leases
-- Reply: OK · 1, or 0 when the tube has no keys · how many lanes have jobs · how many jobs of the tube wait or are under leases ·
--   then for each key, in no order: its name · how many of those jobs it has
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end
if not keyed or keyed == 'off' then return { 'OK', '0', '0', '0' } end

local last, seen = tonumber(ARGV[2]) - 1, {}
local reply = { 'OK', '1', tostring(redis.call('ZCARD', part('lanes'))), string.format('%d', live_jobs() - redis.call('ZCARD', FAILED)) }
local function add(key_name)
  if seen[key_name] then return end
  seen[key_name] = true
  reply[#reply + 1], reply[#reply + 2] = key_name, string.format('%d', lanes().count(key_name))
end
for _, name in ipairs(redis.call('ZREVRANGE', part('lanes'), 0, last)) do add(select(2, parts_of_lane(name))) end
for _, key_name in ipairs(redis.call('ZREVRANGE', part('holders'), 0, last)) do add(key_name) end
return reply
