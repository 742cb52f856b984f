-- Schedules of a tube. Stands before every script of a tube, after how much it
-- holds.

-- Set schedules has the names by the due ms of the occurrence that waits, inf = none; of one that has ended, by when it is forgotten.
local SCHEDULE = { 'rev', 'state', 'expected', 'waits', 'made', 'runs', 'skipped', 'failures', 'maxRuns', 'skip', 'last', 'had' }

local function read_schedule(name)
  local found = redis.call('HMGET', part('s:' .. name), unpack(SCHEDULE))
  if not found[1] then return nil end
  local schedule = { name = name, due = tonumber(redis.call('ZSCORE', part('schedules'), name) or nil) or math.huge }
  for i, field in ipairs(SCHEDULE) do schedule[field] = found[i] or '' end
  for _, field in ipairs({ 'made', 'runs', 'skipped', 'failures' }) do schedule[field] = tonumber(schedule[field]) or 0 end
  return schedule
end

local function write_schedule(schedule)
  local fields = {}
  for _, field in ipairs(SCHEDULE) do
    local value = schedule[field]
    fields[#fields + 1], fields[#fields + 2] = field, type(value) == 'number' and string.format('%d', value) or value
  end
  redis.call('HSET', part('s:' .. schedule.name), unpack(fields))
  redis.call('ZADD', part('schedules'), schedule.due == math.huge and 'inf' or string.format('%d', schedule.due), schedule.name)
end

-- Counts the bytes of a template that replaces another one, or goes.
local function count_template(growth)
  if growth ~= 0 then redis.call('HINCRBY', TUBE, 'templateBytes', growth) end
end

local function template_bytes(name)
  return tonumber(redis.call('HGET', part('s:' .. name), 'bytes') or 0)
end

local function forget_schedule(name, limits)
  count_template(-template_bytes(name))
  redis.call('UNLINK', part('s:' .. name), part('w:' .. name))
  redis.call('ZREM', part('schedules'), name)
  if redis.call('EXISTS', part('schedules')) == 0 then redis.call('HDEL', TUBE, 'schedules') end
  redis.call('HSET', TUBE, 'version', layout_of(limits, keyed))
end

-- Notes that occurrences are not made, or are dropped; an instant that stands for them, and why.
local function skip_occurrences(schedule, count, at, why)
  if count == 0 then return end
  schedule.skipped, schedule.skip = schedule.skipped + count, at .. ' ' .. why
end

local function skip_missed(schedule, count, last)
  skip_occurrences(schedule, count, last, 'MISSED')
end
