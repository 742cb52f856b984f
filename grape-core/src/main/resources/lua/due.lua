-- The sets of the priorities that have something due. Stands before every script of a tube, after the weights.

local PRIORITIES, LANES = 1000, 250

-- From the most urgent; the default one stands among them. Also whether there are too many for one run. While more than that have
-- become due, the most urgent may be among those that this run does not see: so nothing may be taken yet.
local function due_sets()
  local most = keyed and LANES or PRIORITIES
  local due = redis.call('ZRANGEBYSCORE', COMING, '-inf', BEFORE_NEXT_MS, 'LIMIT', 0, most)
  for _, name in ipairs(due) do if is_priority(name) then redis.call('ZADD', URGENT, name, name) end end
  if #due > 0 then redis.call('ZREM', COMING, unpack(due)) end
  if #due > 0 and keyed then come(due) end
  if #due == most then return {}, true end
  local sets, names, has_default = {}, redis.call('ZRANGE', URGENT, 0, PRIORITIES - 1), false
  for _, name in ipairs(names) do
    if not has_default and is_priority(name) and tonumber(name) > DEFAULT_PRIORITY then
      has_default = true
      sets[#sets + 1] = DELAY
    end
    sets[#sets + 1] = DELAY .. ':' .. name
  end
  if not has_default and #names < PRIORITIES then sets[#sets + 1] = DELAY end
  return sets, #names == PRIORITIES
end

-- Of the priorities and lanes with sets of their own those from a rank on, each once, by three indexes one after the other, and whether
-- there are more behind. Fewer than most where some are in two of them.
local function lanes_from(skip, most)
  local found, more, room = {}, false, most
  for i, index in ipairs({ URGENT, COMING, keyed and part('lanes') or nil }) do
    local size = redis.call('ZCARD', index)
    for _, name in ipairs(room > 0 and redis.call('ZRANGE', index, skip, skip + room - 1) or {}) do
      local is_seen = i == 2 and (redis.call('ZSCORE', URGENT, name) or keyed and parts_of_lane(name))
      if not is_seen then found[#found + 1] = name end
    end
    local passed = math.min(size, skip + room)
    more = more or passed < size
    room, skip = room - math.max(0, passed - skip), math.max(0, skip - size)
  end
  return found, more
end

-- The priorities and lanes that may have waiting jobs, by priority. Of each index a number is looked at, and first where the next job
-- is delayed.
local function waiting_lanes(most)
  local found, seen = { '' }, {}
  for _, names in ipairs({ redis.call('ZRANGEBYSCORE', COMING, now + 1, '+inf', 'LIMIT', 0, most),
    redis.call('ZRANGEBYSCORE', COMING, '-inf', BEFORE_NEXT_MS, 'LIMIT', 0, most), redis.call('ZRANGE', URGENT, 0, most - 1),
    keyed and redis.call('ZRANGE', part('lanes'), -most, -1) or {} }) do
    for _, name in ipairs(names) do
      if not seen[name] and name:find('^%d+') then found[#found + 1] = name end
      seen[name] = true
    end
  end
  local function priority_of(name) return tonumber(name:match('^%d*')) or DEFAULT_PRIORITY end
  table.sort(found, function(one, other)
    if priority_of(one) ~= priority_of(other) then return priority_of(one) < priority_of(other) end
    return is_behind(other, one)
  end)
  return found, priority_of
end

-- Whether a consume finds a priority or a lane whose first job has a score.
local function is_listed(name, score)
  local coming = redis.call('ZSCORE', COMING, name)
  if parts_of_lane(name) then return lanes().is_in_turn(name, score) or coming end
  return redis.call('ZSCORE', URGENT, name) or coming and tonumber(coming) <= tonumber(score)
end

-- Keeps that a consumer waits for so many ms.
local function park(parked_until, parking)
  if parking > 0 and (tonumber(parked_until) or 0) < now + parking then
    redis.call('HSET', TUBE, 'parkedUntil', now + 2 * parking)
  end
end

-- The ms at which the first job may be due, or the first lease over; or an earlier one that is known.
local function next_event(priorities, known)
  local turn = keyed and TUBE:sub(1, -5) .. 'turn:1024'
  if turn and redis.call('EXISTS', turn) == 1 then known = now end
  for _, set in ipairs(priorities and { DELAY, RETAIN, COMING, URGENT } or { DELAY, RETAIN }) do
    local head = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if head[2] and tonumber(head[2]) < LATEST then
      local at = set == URGENT and now or math.floor(tonumber(head[2]))
      known = math.min(known or at, at)
    end
  end
  return known
end

-- A priority stays urgent only while its first job is due: looks at the first of these sets, as many as a run has seen.
local function settle_priorities(sets, seen)
  for i = 1, seen do
    local set = sets[i]
    local name = set:sub(#DELAY + 2)
    local is_usual = set == DELAY or keyed and redis.call('EXISTS', part('turn:' .. name)) == 1
    local head = not is_usual and redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if head and not head[1] then
      redis.call('ZREM', URGENT, name)
      redis.call('ZREM', COMING, name)
    elseif head and tonumber(head[2]) >= now + 1 then
      redis.call('ZREM', URGENT, name)
      redis.call('ZADD', COMING, 'LT', head[2], name)
    end
  end
end
