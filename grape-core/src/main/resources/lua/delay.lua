-- The sets that jobs wait in until they are handed out. Stands before every script of a tube, after what is stored with a job.

-- The default priority has the delay set; any other has a set of its own beside it.
local function delay_set(priority)
  if priority == DEFAULT_PRIORITY then return DELAY end
  return DELAY .. ':' .. string.format('%d', priority)
end

-- Due times are whole ms. Jobs of one set that are due in the same ms keep the order they came in through the smallest
-- fraction that a score can hold there: 4,096 steps until 2039, then 2,048. Five digits are enough to tell them apart.
local counts = {}
local function next_place(set, due)
  local of_set = counts[set]
  if not of_set then
    of_set = {}
    counts[set] = of_set
  end
  local _, exponent = math.frexp(due)
  local step = 2 ^ math.max(-12, exponent - 53)
  local count = of_set[due]
  if not count then
    local found = redis.call('ZREVRANGEBYSCORE', set, string.format('(%d', due + 1), string.format('%d', due), 'WITHSCORES',
      'LIMIT', 0, 1)
    count = found[2] and math.floor((found[2] - due) / step + 1.5) or 0
  end
  of_set[due] = count + 1
  if count == 0 then return string.format('%d', due) end
  return string.format('%d.%05d', due, math.min(count, 1 / step - 1) * step * 100000)
end

-- Jobs on their way to where consume will find them, by priority: place and id in turn; and when the first of each is due.
local queued, first_due = {}, {}
local function queue(id, priority, place, due)
  local members = queued[priority]
  if not members then
    members = {}
    queued[priority], first_due[priority] = members, due
  end
  local count = #members
  members[count + 1], members[count + 2] = place, id
  if due < first_due[priority] then first_due[priority] = due end
end

local function enqueue()
  local others = false
  for priority, members in pairs(queued) do
    redis.call('ZADD', delay_set(priority), unpack(members))
    if priority ~= DEFAULT_PRIORITY then
      others = true
      redis.call('ZADD', COMING, 'LT', string.format('%d', first_due[priority]), string.format('%d', priority))
    end
  end
  if others then redis.call('HSET', TUBE, 'priorities', 1) end
end
