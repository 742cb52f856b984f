-- The places of a job. Stands before every script of a tube, after what does not fit.

-- One row for each place; JobPlace and docs/storage.md have the same ones. A row:
--   set: its key · by_priority: any but the default priority has a set of its own beside it ·
--   due: state of its jobs whose score has come, later: of the others · field: what the hash of a job has only while it is there
-- Without a state a place is apart: its members are not counted as live jobs.
-- A job is looked for in this order. Jobs of a state are listed from the last place that has it. The table is built where it is first
-- used, as a run of most scripts does not use it.
local live
local function places(apart)
  if apart then return { { set = MISSING } } end
  live = live or {
    { set = RETAIN, due = 'ready', later = 'retained' },
    { set = FAILED, due = 'failed', later = 'failed', field = 'r' },
    { set = DELAY, due = 'ready', later = 'delayed', by_priority = true },
  }
  return live
end

local function set_of(place, priority)
  return place.by_priority and delay_set(priority) or place.set
end

local function place_of_state(state)
  local found
  for _, place in ipairs(places()) do
    if place.due == state or place.later == state then found = place end
  end
  return found
end

-- The scores of a job in the sets it is in, how many they are, and those that are a time that never comes.
local function places_of(id, priority, found_set)
  local sets, scores, count, never = { [DELAY] = true, [found_set or DELAY] = true }, {}, 0, {}
  for _, place in ipairs(places()) do sets[set_of(place, priority)] = true end
  for set in pairs(sets) do
    local score = tonumber(redis.call('ZSCORE', set, id) or nil)
    if score and score > LATEST then
      never[set] = score
    elseif score then
      scores[set], count = score, count + 1
    end
  end
  return scores, count, never
end

-- Whether a job is in a place, one set aside.
local function is_in(job, but)
  for _, place in ipairs(places()) do
    if place.set ~= but and redis.call('ZSCORE', set_of(place, job.priority), job.id) then return true end
  end
  return false
end

local function has_field(job, place)
  return place.field and redis.call('HGET', JOB .. job.id, place.field)
end

-- The place that one was in: under its lease, which has run out by then, where a field of it says, or where it waited.
local function home_of(job)
  if job.lease > 0 and not ran_out(job.run) then return place_of_state('retained') end
  for _, place in ipairs(places()) do
    if has_field(job, place) then return place end
  end
  return place_of_state('ready')
end

-- A lease that has run out holds nothing.
local function state_in(place, score)
  return math.floor(score) > now and place.later or place.due
end
