-- The runs of schedules: which occurrence goes on, which wait for it, and what its end means. Stands before every script of a tube, after
-- schedules.

-- Field begun of a schedule is the occurrence that goes on, where they do not run beside each other; field beside has those that were taken
-- by their ids meanwhile. Zset w:<schedule> has those that wait for its end, by the places that they had. In the sets that consumes read
-- they are due later meanwhile, or each consume would meet them.
local function waiting_runs(name)
  return part('w:' .. name)
end

-- The schedule whose occurrence a job is; nil when it is none, such as one that run or backfill made.
local function schedule_of(id)
  local name = try('HGET', JOB .. id, 'n')
  return name and not name:find(' ', 1, true) and name or nil
end

-- The occurrence that goes on; nil when none does. One that waits for its retry runs still.
local function run_of(name)
  local begun = redis.call('HGET', part('s:' .. name), 'begun')
  local job = begun and read_job(begun)
  local state = job and select(3, locate(begun, job.priority, job.key))
  return state and state ~= 'failed' and begun or nil
end

-- The set of those that consumes read in which an occurrence is; nil when it is in none, as it failed, or somebody has it.
local function set_of_waiting(id, name)
  local job = schedule_of(id) == name and read_job(id)
  for _, set in ipairs(job and delay_sets(job.priority, job.key) or {}) do
    if redis.call('ZSCORE', set, id) then return set end
  end
end

-- Of those that wait the one whose turn is next, its place, and its set; nil when none waits. Those that do not wait any more are forgotten.
local function first_waiting(name)
  while true do
    local id, place = unpack(redis.call('ZRANGE', waiting_runs(name), 0, 0, 'WITHSCORES'))
    local set = id and set_of_waiting(id, name)
    if set or not id then return id, place, set end
    redis.call('ZREM', waiting_runs(name), id)
  end
end

-- Puts one that waits where the next consume meets it.
local function wake_occurrence(id, place, set)
  redis.call('ZADD', set, place, id)
  if set ~= DELAY then redis.call('ZADD', COMING, 'LT', string.format('%d', math.floor(tonumber(place))), set:sub(#DELAY + 2)) end
  tell_waiting(math.floor(tonumber(place)))
end

-- Wakes the occurrence whose turn is next, unless another one goes on.
local function wake_next(name)
  if run_of(name) then return end
  local id, place, set = first_waiting(name)
  if id then wake_occurrence(id, place, set) end
end

-- Nobody waits for the end of another run any more.
local MOST_WOKEN = 1000
local function wake_all(name)
  local found = redis.call('ZRANGE', waiting_runs(name), 0, MOST_WOKEN - 1, 'WITHSCORES')
  for i = 1, #found, 2 do
    local set = set_of_waiting(found[i], name)
    if set then wake_occurrence(found[i], found[i + 1], set) end
  end
  redis.call('UNLINK', waiting_runs(name))
end

-- Notes that the occurrence that waits for its time has become due, or was made ready or delivered before; or, with is_deleted, that it was
-- deleted before. A change of the schedule does not make it again: field had has the instants of those that had their jobs before their
-- time, and the latest one of the past, as a window may put off its job.
local function note_run(schedule, is_deleted)
  if schedule.waits == '' then return end
  local most, latest, later = 1000, nil, {}
  for at in (schedule.had .. ' ' .. schedule.expected):gmatch('%d+') do
    if tonumber(at) > now then later[#later + 1] = at else latest = math.max(latest or 0, tonumber(at)) end
  end
  if latest then table.insert(later, 1, string.format('%d', latest)) end
  while #later > most do table.remove(later, 1) end
  schedule.had = table.concat(later, ' ')
  if is_deleted then
    schedule.skipped, schedule.skip, schedule.waits = schedule.skipped + 1, schedule.expected .. ' DELETED', ''
    return
  end
  schedule.runs = schedule.runs + 1
  schedule.last = string.format('%s %d %s', schedule.expected, schedule.due, schedule.waits)
  schedule.waits = ''
end

-- The job of the occurrence that waits for its time, its set, and whether it was made ready before that time; nil when nobody can take it
-- back, as it is gone, or was delivered before.
local function job_that_waits(schedule)
  local id = schedule.waits
  local job = id ~= '' and schedule_of(id) == schedule.name and read_job(id)
  if not job or was_delivered(job) then return nil end
  local set, _, state = locate(id, job.priority, job.key)
  if state == 'failed' or state == 'retained' then return nil end
  -- One that waits for the end of a run is put off meanwhile.
  local is_ready = state ~= 'delayed' or redis.call('ZSCORE', waiting_runs(schedule.name), id)
  return job, set, now < schedule.due and is_ready
end

-- Those that somebody took by their ids while another one went on, and still has; but for one.
local function held_beside(name, but)
  local found = {}
  for id in (redis.call('HGET', part('s:' .. name), 'beside') or ''):gmatch('%S+') do
    local job = id ~= but and read_job(id)
    if job and select(3, locate(id, job.priority, job.key)) == 'retained' then found[#found + 1] = id end
  end
  return found
end

-- An occurrence does not go on any more, and does not wait for another one. One that was taken meanwhile goes on in its place.
local function leave_runs(name, id)
  local key = part('s:' .. name)
  redis.call('ZREM', waiting_runs(name), id)
  if redis.call('HGET', key, 'begun') ~= id then return end
  local others = held_beside(name, id)
  if others[1] then redis.call('HSET', key, 'begun', others[1]) else redis.call('HDEL', key, 'begun') end
end

-- Takes the occurrence that waits for its time out of the tube. limits: field limits of the tube.
local function take_back(schedule, job, set, limits)
  leave_runs(schedule.name, job.id)
  take_out(set, { job })
  forget_if_empty(set)
  if limits then leave(limits, { JOB .. job.id }) end
  forget_expiry({ job.id })
  redis.call('UNLINK', JOB .. job.id)
  redis.call('HINCRBY', TUBE, 'deleted', 1)
  schedule.made, schedule.waits = schedule.made - 1, ''
end

-- A paused schedule has no occurrence that waits for its time: it is taken back before it is due. One that is due, or was made ready or
-- delivered before, stays, and is a run.
local function pause_schedule(schedule, limits)
  local job, set, is_early = job_that_waits(schedule)
  if job and now < schedule.due and not is_early then take_back(schedule, job, set, limits) else note_run(schedule) end
  schedule.state, schedule.expected, schedule.due = 'paused', '', math.huge
end

local function has_failed_often(schedule)
  local spec = redis.call('HGET', part('s:' .. schedule.name), 'spec')
  return schedule.failures >= (tonumber(spec:match('pauseAfterFailures (%d+)')) or math.huge)
end

-- What became of occurrences in this run of a script, by their schedules: ids and outcomes in turn.
local outcomes = {}

-- Counts the runs that failed one after the other, pauses a schedule after as many as its spec says, and wakes those that waited for an end.
local function settle_runs()
  local noted = outcomes
  outcomes = {}
  for name, found in pairs(noted) do
    local schedule = read_schedule(name)
    local failures, skipped = schedule and schedule.failures, schedule and schedule.skipped
    for i = 1, schedule and #found or 0, 2 do
      local id, outcome = found[i], found[i + 1]
      if outcome == 'failed' then schedule.failures = schedule.failures + 1 elseif outcome == 'finished' then schedule.failures = 0 end
      if outcome == 'deleted' and id == schedule.waits and now < schedule.due then note_run(schedule, true) end
      if outcome == 'later' then redis.call('ZREM', waiting_runs(name), id) elseif outcome ~= 'waits' then leave_runs(name, id) end
    end
    if schedule and schedule.failures ~= failures and schedule.state == 'active' and has_failed_often(schedule) then
      pause_schedule(schedule, redis.call('HGET', TUBE, 'limits'))
    end
    if schedule and (schedule.failures ~= failures or schedule.skipped ~= skipped) then write_schedule(schedule) end
    if schedule then wake_next(name) end
  end
end

-- Tells the schedule of an occurrence what became of it: failed, finished, gone, or deleted before anybody had it; later: somebody put its
-- time off; waits: it met another one, and nobody else will wake it. It counts at the end of the run of the script, or when that calls
-- settle_runs. Says nothing of other jobs. What is gone is told while it is there.
local function tell_schedule(id, outcome)
  local name = has_schedules and schedule_of(id)
  if not name then return end
  if not next(outcomes) then do_at_end(settle_runs) end
  local found = outcomes[name] or {}
  outcomes[name] = found
  -- Field l of a job: it failed and was counted. If it is kicked or taken, and fails again, it is no other run that failed.
  if outcome == 'failed' and redis.call('HSETNX', JOB .. id, 'l', '1') == 0 then outcome = 'gone' end
  found[#found + 1], found[#found + 2] = id, outcome
end

-- An occurrence is delivered, though its turn did not come: it goes on, or, if another one does, beside that one.
local function begin_out_of_turn(id)
  local name = has_schedules and schedule_of(id)
  if not name then return end
  redis.call('ZREM', waiting_runs(name), id)
  local run = run_of(name)
  if run == id then return end
  if not run then return redis.call('HSET', part('s:' .. name), 'begun', id) end
  local beside = held_beside(name, id)
  beside[#beside + 1] = id
  redis.call('HSET', part('s:' .. name), 'beside', table.concat(beside, ' '))
end

-- Puts jobs among the failed ones.
local function fail(jobs, at, reason)
  if #jobs == 0 then return end
  local members = {}
  for _, job in ipairs(jobs) do
    redis.call('HSET', JOB .. job.id, 'r', reason or job.reason)
    members[#members + 1] = score_for(FAILED, at or job.due)
    members[#members + 1] = job.id
    tell_schedule(job.id, 'failed')
  end
  redis.call('ZADD', FAILED, unpack(members))
  redis.call('HINCRBY', TUBE, 'buried', #jobs)
  if keyed then held_leases().stick(jobs) end
end
