#!lua flags=no-writes
-- Looks for keys of a tube: lanes by the number of their jobs, or keys by the number of their leases, the largest first; or all keys that
-- have an override, in no order.
-- ARGV 2 lanes, holders or keys · 3 how many to pass over · 4 most of them; both are for the first two
-- Reply: OK · then each of them
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local index, skip = part(ARGV[2]), tonumber(ARGV[3])
local found = ARGV[2] == 'keys' and redis.call('HKEYS', index) or redis.call('ZREVRANGE', index, skip, skip + tonumber(ARGV[4]) - 1)
table.insert(found, 1, 'OK')
return found
