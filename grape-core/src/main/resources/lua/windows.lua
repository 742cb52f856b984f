-- Which ids of jobs are remembered for a time after their end, so that producing one again makes no second job. Stands before every script
-- of a tube, after the due sets.

-- An id stands in a set, seen:<retire ms>, until that ms; zset seen has these sets. Field v of a job is the window of its own, in ms.
-- The sets of a window end at multiples of its width: the largest power of two of seconds that is no longer than a quarter of the window,
-- so that no id is remembered for more than a quarter longer. As each width is a multiple of the shorter ones, windows of all lengths
-- together have fewer than 100 sets at a time. A broker of an earlier release has other widths, whose sets are read like these.
local SHORTEST_WIDTH, MAX_FORGOTTEN = 1000, 100
local function width_of(ms)
  local width = SHORTEST_WIDTH
  while 8 * width <= ms do width = 2 * width end
  return width
end

-- Those that have not ended.
local function live_sets()
  return redis.call('ZRANGEBYSCORE', part('seen'), '(' .. NOW, '+inf')
end

-- The tube remembers ids from now on.
local function begin_to_remember()
  window = '0'
  redis.call('HSET', TUBE, 'window', window, 'version', layout_of())
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
    local name = string.format('%d', ends)
    redis.call('ZADD', part('seen'), name, name)
    redis.call('SADD', part('seen:' .. name), unpack(some))
  end
end

-- Removes sets that have ended.
local function forget_sets()
  local over = redis.call('ZRANGEBYSCORE', part('seen'), '-inf', NOW, 'LIMIT', 0, MAX_FORGOTTEN)
  if #over == 0 then return end
  redis.call('ZREM', part('seen'), unpack(over))
  for i, name in ipairs(over) do over[i] = part('seen:' .. name) end
  redis.call('UNLINK', unpack(over))
end

-- The ms until which an id is remembered; nil = it is not.
local function remembered_until(id)
  local known
  for _, name in ipairs(live_sets()) do
    if redis.call('SISMEMBER', part('seen:' .. name), id) == 1 then known = tonumber(name) end
  end
  return known
end

-- Forgets sets that have ended, and the windows where they are switched off and no id is remembered, nor is there a job that may have one.
-- Returns the ms at which the next set ends; nil = there is none.
local function keep_window()
  forget_sets()
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

-- Which of some ids are remembered, by id: those of a list from a place on, each so many places behind the last. Sets that have ended
-- are forgotten.
local function remembered(list, first, step)
  local ids, found = {}, {}
  for at = first, #list, step do ids[#ids + 1] = list[at] end
  for _, name in ipairs(live_sets()) do
    for i, is_there in ipairs(redis.call('SMISMEMBER', part('seen:' .. name), unpack(ids))) do
      if is_there == 1 then found[ids[i]] = true end
    end
  end
  forget_sets()
  return found
end
