-- Occurrences of schedules that do not run beside the one before. Stands before every script of a tube, after the jobs that they make.

-- One that has to wait is looked at again after so long.
local RESTS_FOR_MS = 1000
local resting, dropped, dropped_ids = {}, {}, {}

-- One that waits for its retry runs still.
local function is_running(id)
  local job = read_job(id)
  local state = job and select(3, locate(id, job.priority, job.key))
  return state and state ~= 'failed'
end

local function instant_of(schedule, id, score)
  if schedule.waits == id then return schedule.expected end
  local at, last = schedule.last:match('^(%S+) %S+ (.+)$')
  return last == id and at or string.format('%d', math.max(0, math.floor(tonumber(score))))
end

-- Whether an occurrence waits for the one before it, or is dropped; otherwise it begins. A job that was made beside them has no turn.
local function is_turned_away(id, score, name)
  local key = part('s:' .. name)
  local spec, begun = unpack(redis.call('HMGET', key, 'spec', 'begun'))
  local policy = spec and spec:match('whileRunning (%a+)')
  if not policy or policy == 'allow' or begun == id then return false end
  if not begun or not is_running(begun) then
    redis.call('HSET', key, 'begun', id)
    return false
  end
  if policy == 'queue' then
    resting[#resting + 1] = read_job(id)
    return true
  end
  local schedule = read_schedule(name)
  skip_occurrences(schedule, 1, instant_of(schedule, id, score), 'RUNNING ' .. begun)
  write_schedule(schedule)
  dropped[#dropped + 1], dropped_ids[#dropped_ids + 1] = JOB .. id, id
  return true
end

-- As read_or_set_aside; of an occurrence that is turned away nothing.
local function read_in_turn(id, score)
  local stored, run, ttr, earlier, of_schedule = read_or_set_aside(id, score)
  if not of_schedule or not is_turned_away(id, score, of_schedule) then return stored, run, ttr, earlier end
end

-- Writes what became of those that were turned away, once they are out of their sets. limits: field limits of the tube.
local function settle_turned_away(limits, channel, tube_name, parked_until)
  for _, job in ipairs(resting) do queue(job, score_for(delay_set(job.priority, job.key), now + RESTS_FOR_MS), now + RESTS_FOR_MS) end
  if #resting > 0 then
    lose(enqueue(keyed and lanes().resize))
    hint(channel, tube_name, parked_until, now + RESTS_FOR_MS)
  end
  if #dropped == 0 then return end
  if limits then leave(limits, dropped) end
  if window then remember(dropped_ids) end
  forget_expiry(dropped_ids)
  redis.call('UNLINK', unpack(dropped))
  redis.call('HINCRBY', TUBE, 'dropped', #dropped)
end
