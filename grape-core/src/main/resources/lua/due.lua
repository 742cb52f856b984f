-- The sets of the priorities that have something due. Stands before every script of a tube, after the sets.

local PRIORITIES = 1000

-- From the most urgent; the default one stands among them. Also whether there are too many for one run. While more than that have
-- become due, the most urgent may be among those that this run does not see: so nothing may be taken yet.
local function due_sets()
  local due = redis.call('ZRANGEBYSCORE', COMING, '-inf', BEFORE_NEXT_MS, 'LIMIT', 0, PRIORITIES)
  for _, name in ipairs(due) do if is_priority(name) then redis.call('ZADD', URGENT, name, name) end end
  if #due > 0 then redis.call('ZREM', COMING, unpack(due)) end
  if #due == PRIORITIES then return {}, true end
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

-- Keeps that a consumer waits for so many ms.
local function park(parked_until, parking)
  if parking > 0 and (tonumber(parked_until) or 0) < now + parking then
    redis.call('HSET', TUBE, 'parkedUntil', now + 2 * parking)
  end
end

-- The ms at which the first job may be due, or the first lease over; or an earlier one that is known.
local function next_event(priorities, known)
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
    local head = set ~= DELAY and redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if head and not head[1] then
      redis.call('ZREM', URGENT, name)
      redis.call('ZREM', COMING, name)
    elseif head and tonumber(head[2]) >= now + 1 then
      redis.call('ZREM', URGENT, name)
      redis.call('ZADD', COMING, 'LT', head[2], name)
    end
  end
end
