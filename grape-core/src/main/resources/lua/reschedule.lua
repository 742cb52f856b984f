#!lua flags=allow-oom
-- Puts a schedule, or changes, pauses, resumes or removes it. The occurrence that waits is taken out unless it was begun, and the one that
-- waits from now on is made. What is put as it is stays as it is. A put and a resume run without allow-oom.
-- ARGV 2 hint channel · 3 tube name · 4 schedule · 5 put, pause, resume or delete · 6 the rev that it must have, '' = any ·
--   7 instant · 8 due ms · 9 text of the occurrence that waits then, '' = there is none · 10 most schedules of a tube ·
--   11 spec · 12 options · 13 content of its jobs · 14 most occurrences, '' = no limit · 15 1 = paused, 0 = not, '' = as it is; of one that
--   is put
-- Reply: OK · created, changed or same · its rev
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed · UNREGISTERED: it is being made · NOT_FOUND: there is no such schedule ·
--   STALE · the rev that it has, 0 = there is none · WRONG_STATE · full: the tube has no room, or ended

local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'limits', 'unregistered')
if not tube then return { leaving or none } end
local name, act, limits = ARGV[4], ARGV[5], tube[5]
if tube[6] and act == 'put' then return { 'UNREGISTERED' } end
local schedule = read_schedule(name)
local rev = schedule and schedule.rev or '0'
if ARGV[6] ~= '' and ARGV[6] ~= rev then return { 'STALE', rev } end
if not schedule and act ~= 'put' then return { 'NOT_FOUND' } end
if not schedule and redis.call('ZCARD', part('schedules')) >= tonumber(ARGV[10]) then return { 'WRONG_STATE', 'full' } end

local was_paused = schedule and schedule.state == 'paused' or false
local is_paused = act == 'pause' or act == 'put' and (ARGV[15] == '1' or ARGV[15] == '' and was_paused)
local is_same = schedule and was_paused == is_paused
if is_same and act == 'put' then
  local stored = redis.call('HMGET', part('s:' .. name), 'spec', 'options', 'content')
  for i = 1, 3 do is_same = is_same and stored[i] == ARGV[10 + i] end
elseif schedule and schedule.state == 'ended' and act ~= 'delete' and act ~= 'put' then
  return { 'WRONG_STATE', 'ended' }
end
if is_same and act ~= 'delete' then return { 'OK', 'same', rev } end

if schedule then take_back(schedule, limits) end
if act == 'delete' then
  forget_schedule(name, limits)
  return { 'OK', 'changed', rev }
end
local is_new = not schedule
schedule = schedule
  or { name = name, made = 0, runs = 0, skipped = 0, failures = 0, waits = '', expected = '', maxRuns = '', skip = '', last = '' }
schedule.rev, schedule.state = string.format('%d', math.max(tonumber(rev) + 1, now)), is_paused and 'paused' or 'active'
if was_paused and not is_paused then schedule.failures = 0 end
if act == 'put' then
  redis.call('HSET', part('s:' .. name), 'spec', ARGV[11], 'options', ARGV[12], 'content', ARGV[13])
  schedule.maxRuns = ARGV[14]
end
local maker = job_maker(name, tube[1], tube[3], limits)
if is_paused then
  schedule.expected, schedule.due = '', math.huge
else
  wait_for(schedule, maker, ARGV[7], ARGV[8], ARGV[9])
end
write_schedule(schedule)
maker.settle(ARGV[2], ARGV[3], tube[4])
redis.call('HSET', TUBE, 'version', layout_of(limits, keyed))
return { 'OK', is_new and 'created' or 'changed', schedule.rev }
