#!lua
-- Makes what follows the occurrence of a schedule that waited, once that is due: the missed occurrences, then the one that waits from now
-- on; after as many failures as its spec says it is paused instead. However many brokers tick, each occurrence is made once. A full Redis
-- refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · 4 schedule · 5 rev and 6 instant of the occurrence, as they were read · 7 how many occurrences were
--   missed and are not made · 8 the instant of the last of these, '' = there is none · 9 instant · 10 due ms · 11 text of the following
--   one, '' = there is none · 12 how many jobs the quota of its client allows · then for each job: instant · due ms · text of one that was
--   missed
-- Reply: OK · now
-- Failures: TUBE_NOT_FOUND · NOT_FOUND: there is no such schedule · STALE · rev and instant that it has: somebody else ticked ·
--   EARLY · now

local tube, none = read_tube('maxAttempts', 'parkedUntil', 'limits')
if not tube then return { none } end
local schedule = read_schedule(ARGV[4])
if not schedule then return { 'NOT_FOUND' } end
if schedule.rev ~= ARGV[5] or schedule.expected ~= ARGV[6] then return { 'STALE', schedule.rev, schedule.expected } end
if now < schedule.due then return { 'EARLY', NOW } end
if schedule.state == 'ended' then
  forget_schedule(schedule.name, tube[5])
  return { 'OK', NOW }
end

local maker = job_maker(schedule.name, tube[1], tube[3], tube[5])
maker.allowed = tonumber(ARGV[12]) or 0
local missed = {}
for at = 13, #ARGV, 3 do missed[#missed + 1] = schedule.name .. '~' .. ARGV[at + 2] end
if #missed > 0 then maker.look_up(missed, 1, 1) end
note_run(schedule)
skip_missed(schedule, tonumber(ARGV[7]), ARGV[8])
local most = tonumber(schedule.maxRuns) or math.huge
for at = 13, #ARGV, 3 do
  local id = schedule.name .. '~' .. ARGV[at + 2]
  local why = schedule.made < most and maker.add(id, tonumber(ARGV[at + 1]), ARGV[at + 2], schedule.name)
  if why then
    skip_occurrences(schedule, 1, ARGV[at], why)
  elseif schedule.made < most then
    schedule.made = schedule.made + 1
    schedule.expected, schedule.due, schedule.waits = ARGV[at], tonumber(ARGV[at + 1]), id
    note_run(schedule)
  end
end
if has_failed_often(schedule) then
  pause_schedule(schedule, tube[5])
else
  wait_for(schedule, maker, ARGV[9], ARGV[10], ARGV[11])
end
write_schedule(schedule)
-- A tube of an earlier release does not say that it has schedules.
if not has_schedules then redis.call('HSET', TUBE, 'schedules', 1) end
maker.settle(ARGV[2], ARGV[3], tube[4])
return { 'OK', NOW }
