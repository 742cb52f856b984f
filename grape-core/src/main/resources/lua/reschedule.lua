#!lua flags=allow-oom
-- Puts a schedule, or changes, pauses, resumes or removes it. The occurrence that waits is replaced by the one that waits from now on. It
-- stays if a worker had it already, if it was made ready before its time, or if it is due and the schedule does not occur at its instant
-- any more. What is put as it is stays as it is. A put and a resume run without allow-oom.
-- ARGV 2 hint channel · 3 tube name · 4 schedule · 5 put, pause, resume or delete · 6 the rev that it must have, '' = any ·
--   7 instant · 8 due ms · 9 text of the occurrence that replaces the one that waits, '' = there is none ·
--   10 instant · 11 due ms · 12 text of the one that waits if that one stays, or is gone, '' = there is none ·
--   13 the instant of the one that waits, as it was read, '' = none waited · 14 most schedules of a tube ·
--   15 spec · 16 options · 17 content of its jobs · 18 most occurrences, '' = no limit · 19 1 = paused, 0 = not, '' = as it is ·
--   20 whose quota its jobs count against, '' = nobody's; of one that is put
-- Reply: OK · created, changed or same · its rev
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed · UNREGISTERED: it is being made · NOT_FOUND: there is no such schedule ·
--   STALE · the rev that it has, 0 = there is none · TICKED: another occurrence waits than was read · WRONG_STATE · full: the tube has no room, or ended ·
--   TUBE_FULL: the caps of the tube leave no room for its template

local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'limits', 'unregistered')
if not tube then return { leaving or none } end
local name, act, limits = ARGV[4], ARGV[5], tube[5]
if tube[6] and act == 'put' then return { 'UNREGISTERED' } end
local schedule = read_schedule(name)
local rev = schedule and schedule.rev or '0'
if ARGV[6] ~= '' and ARGV[6] ~= rev then return { 'STALE', rev } end
if not schedule and act ~= 'put' then return { 'NOT_FOUND' } end
if not schedule and redis.call('ZCARD', part('schedules')) >= tonumber(ARGV[14]) then return { 'WRONG_STATE', 'full' } end

local was_paused = schedule and schedule.state == 'paused' or false
local is_paused = act == 'pause' or act == 'put' and (ARGV[19] == '1' or ARGV[19] == '' and was_paused)
local is_same = schedule and was_paused == is_paused
if is_same and act == 'put' then
  local stored = redis.call('HMGET', part('s:' .. name), 'spec', 'options', 'content')
  for i = 1, 3 do is_same = is_same and stored[i] == ARGV[14 + i] end
elseif schedule and schedule.state == 'ended' and act ~= 'delete' and act ~= 'put' then
  return { 'WRONG_STATE', 'ended' }
end
if is_same and act ~= 'delete' then return { 'OK', 'same', rev } end

local size = act == 'put' and #ARGV[16] + #ARGV[17] or 0
local growth = size - template_bytes(name)
local caps = act == 'put' and growth > 0 and limits and read_caps(limits)
if caps and caps.bytes and caps.used + growth > caps.bytes then return { 'TUBE_FULL' } end

if act == 'delete' then
  local job, set = job_that_waits(schedule)
  if job then take_back(schedule, job, set, limits) end
  wake_all(name)
  forget_schedule(name, limits)
  return { 'OK', 'changed', rev }
end
if not is_paused and (schedule and schedule.expected or '') ~= ARGV[13] then return { 'TICKED' } end

local at, due, text = ARGV[7], ARGV[8], ARGV[9]
if schedule and not is_paused and schedule.waits ~= '' then
  local job, set, is_early = job_that_waits(schedule)
  if job and not is_early and (now < schedule.due or at == schedule.expected) then
    take_back(schedule, job, set, limits)
  else
    note_run(schedule)
    at, due, text = ARGV[10], ARGV[11], ARGV[12]
  end
end

local is_new = not schedule
schedule = schedule
  or { name = name, made = 0, runs = 0, skipped = 0, failures = 0, waits = '', expected = '', maxRuns = '', skip = '', last = '', had = '' }
schedule.rev, schedule.state = string.format('%d', math.max(tonumber(rev) + 1, now)), is_paused and 'paused' or 'active'
if was_paused and not is_paused then schedule.failures = 0 end
if act == 'put' then
  redis.call('HSET', part('s:' .. name), 'spec', ARGV[15], 'options', ARGV[16], 'content', ARGV[17], 'bytes', size,
    'client', ARGV[20])
  count_template(growth)
  schedule.maxRuns = ARGV[18]
  if ARGV[15]:find('whileRunning allow', 1, true) then wake_all(name) end
end
local maker = job_maker(name, tube[1], tube[3], limits)
if is_paused then
  if not is_new then pause_schedule(schedule, limits) end
  schedule.expected, schedule.due = '', math.huge
else
  wait_for(schedule, maker, at, due, text)
end
write_schedule(schedule)
wake_next(name)
maker.settle(ARGV[2], ARGV[3], tube[4])
redis.call('HSET', TUBE, 'schedules', 1, 'version', layout_of(limits, keyed))
return { 'OK', is_new and 'created' or 'changed', schedule.rev }
