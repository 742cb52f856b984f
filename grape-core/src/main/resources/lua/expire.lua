#!lua flags=allow-oom
-- Takes back jobs whose leases have run out: retained -> ready, or -> failed when the attempts are spent. Ends gates whose time is over,
-- and puts back what they held: gated -> ready. Ends jobs that were not begun in time. Forgets ids of jobs that ended long enough ago, and
-- what is kept of finished jobs.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs
-- Reply: OK · how many leases ended · ms until the next one runs out, the next gate ends, the next ids or jobs are forgotten, or
--   the next job expires, '' = none of them ·
--   then for each job that cannot be read and was put among the failed ones, or is not there and is kept: id · '' · why
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local tube, none, leaving = read_tube('parkedUntil', 'limits', 'successors')
if not tube then return { leaving or none } end

local is_lifting = gates and select(2, lift_gates(tonumber(ARGV[4])))
local expired = expire(tonumber(ARGV[4]))
if expired > 0 then hint(ARGV[2], ARGV[3], tube[3], now) end
local overdue_at = expiry and keep_expiry(tonumber(ARGV[4]) - expired, tube[4])
local set_end = math.min(window and keep_window() or LATEST, keeping and retire_kept() or LATEST)
if tube[5] and live_jobs() == 0 then forget_successors() end
local head = redis.call('ZRANGE', RETAIN, 0, 0, 'WITHSCORES')
local at = is_lifting and now or math.min(head[2] and time_of(head[2]) or LATEST, gates and gates_until() or LATEST, set_end,
  overdue_at or LATEST)
local wait = (head[2] or at < LATEST) and string.format('%d', math.max(0, at - now)) or ''
return move_unreadable({ 'OK', tostring(expired), wait })
