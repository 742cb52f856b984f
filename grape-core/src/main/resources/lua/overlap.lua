-- Occurrences of schedules that do not run beside each other. Stands before every script of a tube, after the jobs that they make.

-- Whoever ends a run wakes the occurrence that waits for it. It is looked at again after so long, in case a failover lost that.
local LOOK_AGAIN_AFTER_MS = 60000
local turned_away, dropped, dropped_ids = {}, {}, {}

local function instant_of(schedule, id, score)
  if schedule.waits == id then return schedule.expected end
  local at, last = schedule.last:match('^(%S+) %S+ (.+)$')
  return last == id and at or string.format('%d', math.max(0, math.floor(tonumber(score))))
end

local function drop_occurrence(name, id, score, before)
  local schedule = read_schedule(name)
  skip_occurrences(schedule, 1, instant_of(schedule, id, score), 'RUNNING ' .. before)
  write_schedule(schedule)
  dropped[#dropped + 1], dropped_ids[#dropped_ids + 1] = JOB .. id, id
end

-- Whether an occurrence waits for another one, or is dropped; otherwise it goes on from now. One that was delivered before, or kicked, is
-- never dropped.
local function is_turned_away(id, score, name)
  local key = part('s:' .. name)
  local spec, begun = unpack(redis.call('HMGET', key, 'spec', 'begun'))
  local policy = spec and spec:match('whileRunning (%a+)')
  if not policy or policy == 'allow' or begun == id then return false end
  local before = run_of(name)
  local first = before or first_waiting(name)
  if policy == 'skip' and first and first ~= id and not was_delivered(read_job(id), true) then
    drop_occurrence(name, id, score, first)
    return true
  end
  if first then redis.call('ZADD', waiting_runs(name), 'NX', score, id) end
  if before or first and first_waiting(name) ~= id then
    turned_away[#turned_away + 1] = read_job(id)
    if not before then tell_schedule(id, 'waits') end
    return true
  end
  redis.call('HSET', key, 'begun', id)
  redis.call('ZREM', waiting_runs(name), id)
  return false
end

-- As read_or_set_aside; of an occurrence that is turned away nothing.
local function read_in_turn(id, score)
  local stored, run, ttr, earlier, of_schedule = read_or_set_aside(id, score)
  if not of_schedule or not is_turned_away(id, score, of_schedule) then return stored, run, ttr, earlier end
end

-- Writes what became of those that were turned away, once they are out of their sets. The id of a dropped one is not remembered, as backfill
-- may make it yet. limits: field limits of the tube.
local function settle_turned_away(limits, channel, tube_name, parked_until)
  local again = now + LOOK_AGAIN_AFTER_MS
  for _, job in ipairs(turned_away) do queue(job, score_for(delay_set(job.priority, job.key), again), again) end
  if #turned_away > 0 then
    lose(enqueue(keyed and lanes().resize))
    hint(channel, tube_name, parked_until, again)
  end
  if #dropped == 0 then return end
  for _, id in ipairs(dropped_ids) do tell_schedule(id, 'gone') end
  if limits then leave(limits, dropped) end
  forget_expiry(dropped_ids)
  redis.call('UNLINK', unpack(dropped))
  redis.call('HINCRBY', TUBE, 'dropped', #dropped)
end
