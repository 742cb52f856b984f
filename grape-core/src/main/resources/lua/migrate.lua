#!lua flags=allow-oom
-- Takes back jobs whose leases have run out: retained -> ready, or -> failed when the attempts are spent.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs
-- Reply: OK · how many leases ended · ms until the next one runs out, '' = none is held
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local exists, parked_until, deleting = unpack(redis.call('HMGET', TUBE, 'ttr', 'parkedUntil', 'deleting'), 1, 3)
if deleting then return { 'DELETING' } end
if not exists then return { 'TUBE_NOT_FOUND' } end

local expired = expire(tonumber(ARGV[4]))
if expired > 0 then hint(ARGV[2], ARGV[3], parked_until, now) end
local head = redis.call('ZRANGE', RETAIN, 0, 0, 'WITHSCORES')
local wait = head[2] and string.format('%.0f', math.max(0, tonumber(head[2]) - now)) or ''
return { 'OK', tostring(expired), wait }
