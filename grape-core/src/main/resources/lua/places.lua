-- The places of a job. Stands before every script of a tube, after what does not fit.

-- One row for each place; JobPlace and docs/storage.md have the same ones. A row:
--   set: its key · by_priority: any but the default priority has a set of its own beside it · by_gate: each gate has one ·
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
    { set = part('gated'), due = 'gated', later = 'gated', field = 'y', by_gate = true },
    { set = DELAY, due = 'ready', later = 'delayed', by_priority = true },
  }
  return live
end

-- The set of the gate that a job says it is held by; nil when that gate is no more, or there is none.
local function set_of_gate(id)
  local name = gates and try('HGET', JOB .. id, 'y')
  return name and redis.call('HEXISTS', part('gates'), name) == 1 and gated_set(name) or nil
end

-- The sets of a place in which a job may be.
local function sets_of(place, id, priority, key_name)
  if place.by_gate then return { set_of_gate(id) } end
  return place.by_priority and delay_sets(priority, key_name) or { place.set }
end

-- All sets of a place, but for those of priorities and lanes.
local function all_sets_of(place)
  if not place.by_gate then return { place.set } end
  local sets = {}
  for i, name in ipairs(try('HKEYS', part('gates')) or {}) do sets[i] = gated_set(name) end
  return sets
end

-- The set of a place by the name of a lane; of a gate it is behind the colon.
local function set_in_place(place, lane)
  if place.by_gate then return gated_set(lane:match(':(.+)$') or '') end
  return place.by_priority and set_of_lane(lane) or place.set
end

local function place_of_state(state)
  local found
  for _, place in ipairs(places()) do
    if place.due == state or place.later == state then found = place end
  end
  return found
end

-- The scores of a job in the sets it is in, how many they are, and those that are a time that never comes.
local function places_of(id, priority, key_name, found_set)
  local sets, scores, count, never = { [DELAY] = true, [found_set or DELAY] = true }, {}, 0, {}
  for _, place in ipairs(places()) do
    for _, set in ipairs(sets_of(place, id, priority, key_name)) do sets[set] = true end
  end
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
    for _, set in ipairs(place.set ~= but and sets_of(place, job.id, job.priority, job.key) or {}) do
      if redis.call('ZSCORE', set, job.id) then return true end
    end
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
    if not place.by_gate and has_field(job, place) then return place end
  end
  return place_of_state('ready')
end

-- A lease that has run out holds nothing.
local function state_in(place, score)
  return math.floor(score) > now and place.later or place.due
end

-- Takes off a job what it has only while it is elsewhere than in a set.
local function forget_fields_of_others(id, set)
  for _, place in ipairs(places()) do
    local is_there = place.set == set or place.by_gate and set_of_gate(id) == set
    if place.field and not is_there then redis.call('HDEL', JOB .. id, place.field) end
  end
end
