#!lua flags=allow-oom
-- Takes back jobs whose leases have run out: retained -> ready, or -> failed when the attempts are spent. Ends gates whose time is over,
-- and puts back what they held: gated -> ready. Forgets ids of jobs that ended long enough ago, and what is kept of finished jobs.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs
-- Reply: OK · how many leases ended · ms until the next one runs out, the next gate ends, or the next ids or
--   jobs are forgotten, '' = none of them ·
--   then for each job that cannot be read and was put among the failed ones, or is not there and is kept: id · '' · why
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local tube, none, leaving = read_tube('parkedUntil')
if not tube then return { leaving or none } end

local is_lifting = gates and select(2, lift_gates(tonumber(ARGV[4])))
local expired = expire(tonumber(ARGV[4]))
if expired > 0 then hint(ARGV[2], ARGV[3], tube[3], now) end
local set_end = math.min(window and keep_window() or LATEST, keeping and retire_kept() or LATEST)
local head = redis.call('ZRANGE', RETAIN, 0, 0, 'WITHSCORES')
local at = is_lifting and now or math.min(head[2] and time_of(head[2]) or LATEST, gates and gates_until() or LATEST, set_end)
local wait = (head[2] or at < LATEST) and string.format('%d', math.max(0, at - now)) or ''
return move_unreadable({ 'OK', tostring(expired), wait })
