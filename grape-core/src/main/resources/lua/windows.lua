-- Which ids of jobs are remembered for a time after their end, so that producing one again makes no second job. Stands before every script
-- of a tube, after the due sets.

-- An id stands in a set, seen:<retire ms>, until that ms; zset seen has these sets. Field v of a job is the window of its own, in ms.
-- The first width that is a quarter of a window or more is how far apart the ends of its sets are.
local MOST_SETS = 24
local WIDTHS = { 1000, 15000, 60000, 900000, 10800000, 151200000 }
local function width_of(ms)
  for _, width in ipairs(WIDTHS) do
    if 4 * width >= ms then return width end
  end
end

-- Those that have not ended.
local function live_sets()
  return redis.call('ZRANGEBYSCORE', part('seen'), '(' .. NOW, '+inf', 'LIMIT', 0, MOST_SETS)
end

-- Whether a window may need more sets than a produce looks in. It has five at most at a time.
local function has_too_many(ms)
  local width, count = width_of(ms), 5
  for _, name in ipairs(live_sets()) do
    local ends = tonumber(name)
    if ends > now + ms + width or ends % width > 0 then count = count + 1 end
  end
  return count > MOST_SETS
end

-- The tube remembers ids from now on.
local function begin_to_remember()
  window = '0'
  redis.call('HSET', TUBE, 'window', window, 'version', layout_of())
end

-- The set that ends at a ms; where there are as many as may be, the next one, or the last one, which is kept until then.
local function set_ending(ms)
  local SEEN, name = part('seen'), string.format('%d', ms)
  if redis.call('ZSCORE', SEEN, name) then return name end
  if redis.call('ZCOUNT', SEEN, '(' .. NOW, '+inf') >= MOST_SETS then
    local later = redis.call('ZRANGEBYSCORE', SEEN, name, '+inf', 'LIMIT', 0, 1)[1]
    if later then return later end
    local last = redis.call('ZRANGE', SEEN, -1, -1)[1]
    redis.call('RENAME', part('seen:' .. last), part('seen:' .. name))
    redis.call('ZREM', SEEN, last)
  end
  redis.call('ZADD', SEEN, name, name)
  return name
end

-- A full Redis gives room for ids up to a little more than it has.
local function has_memory()
  local info = redis.call('INFO', 'memory')
  local most = tonumber(info:match('maxmemory:(%d+)') or 0)
  return most == 0 or tonumber(info:match('used_memory:(%d+)')) <= most * 1.02
end

-- Remembers the ids of jobs that end now and are there yet: each for its own window, or for that of the tube.
local function remember(ids)
  local of_set, count = {}, 0
  for _, id in ipairs(ids) do
    local ms = tonumber(try('HGET', JOB .. id, 'v') or window) or 0
    if ms > 0 then
      local width = width_of(ms)
      local ends = math.ceil((now + ms) / width) * width
      of_set[ends], count = of_set[ends] or {}, count + 1
      table.insert(of_set[ends], id)
    end
  end
  if count > 0 and not has_memory() then
    redis.call('HINCRBY', TUBE, 'unremembered', count)
    return
  end
  for ends, some in pairs(of_set) do
    local name = set_ending(ends)
    redis.call('SADD', part('seen:' .. name), unpack(some))
  end
end

-- Removes a set that has ended: the first of them.
local function forget_set()
  local over = redis.call('ZRANGEBYSCORE', part('seen'), '-inf', NOW, 'LIMIT', 0, 1)[1]
  if over then
    redis.call('UNLINK', part('seen:' .. over))
    redis.call('ZREM', part('seen'), over)
  end
end

-- The ms until which an id is remembered; nil = it is not.
local function remembered_until(id)
  local known
  for _, name in ipairs(live_sets()) do
    if redis.call('SISMEMBER', part('seen:' .. name), id) == 1 then known = tonumber(name) end
  end
  return known
end

-- Forgets a set that has ended, and the windows where they are switched off and no id is remembered, nor is there a job that may have one.
-- Returns the ms at which the next set ends; nil = there is none.
local function keep_window()
  forget_set()
  local ends = tonumber(redis.call('ZRANGE', part('seen'), 0, 0)[1])
  if ends or window ~= '0' or live_jobs() > 0 then return ends end
  window = nil
  redis.call('HDEL', TUBE, 'window')
  write_layout()
end

-- Puts another window into force, '' = none. Returns what is kept of it.
local function change_window(after)
  if after == '' and (window == '0' or redis.call('EXISTS', part('seen')) == 1 or live_jobs() > 0) then after = '0' end
  window = after ~= '' and after or nil
  return after
end

-- Which of some ids are remembered, by id: those of a list from a place on, each so many places behind the last. A set that has ended
-- is forgotten.
local function remembered(list, first, step)
  local ids, found = {}, {}
  for at = first, #list, step do ids[#ids + 1] = list[at] end
  for _, name in ipairs(live_sets()) do
    for i, is_there in ipairs(redis.call('SMISMEMBER', part('seen:' .. name), unpack(ids))) do
      if is_there == 1 then found[ids[i]] = true end
    end
  end
  forget_set()
  return found
end
