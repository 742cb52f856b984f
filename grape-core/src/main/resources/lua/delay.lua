-- The sets that jobs wait in until they are delivered. Stands before every script of a tube, after what is stored with a job.

-- The default priority has the delay set; any other has a set of its own beside it.
local function delay_set(priority)
  if priority == DEFAULT_PRIORITY then return DELAY end
  return DELAY .. ':' .. string.format('%d', priority)
end

-- Whether a name in an index is a priority's.
local function is_priority(name)
  return name:find('^%d+$') ~= nil
end

-- Due times are whole ms. Jobs of one set that are due in the same ms keep the order they came in through the smallest
-- fraction that a score can hold there: 4,096 steps until 2039, then 2,048. Five digits are enough to tell them apart.
local spots = {}
local function score_spot(set, due)
  local of_set = spots[set]
  if not of_set then
    of_set = {}
    spots[set] = of_set
  end
  local spot = of_set[due]
  if spot then return spot end
  local _, exponent = math.frexp(due)
  local step, text = 2 ^ math.max(-12, exponent - 53), string.format('%d', due)
  local found = redis.call('ZREVRANGEBYSCORE', set, string.format('(%d', due + 1), text, 'WITHSCORES', 'LIMIT', 0, 1)
  spot = { taken = found[2] and math.floor((found[2] - due) / step + 1.5) or 0, last = 1 / step - 1, digits = step * 100000,
    text = text, fraction = text .. '.%05d' }
  of_set[due] = spot
  return spot
end

local function next_in(spot)
  local taken = spot.taken
  spot.taken = taken + 1
  if taken == 0 then return spot.text end
  return string.format(spot.fraction, math.min(taken, spot.last) * spot.digits)
end

-- Says that a place is taken, which is not in its set yet.
local function occupy(set, place, due)
  local spot = score_spot(set, due)
  spot.taken = math.max(spot.taken, math.floor((place - due) * (spot.last + 1) + 1.5))
end

local function score_for(set, due)
  return next_in(score_spot(set, due))
end

-- Jobs on their way to where consume will find them, by priority: place and id in turn; and when the first of each is due.
local queued, first_due = {}, {}
local function members_of(priority, due)
  local members = queued[priority]
  if not members then
    members = { count = 0 }
    queued[priority], first_due[priority] = members, due
  end
  if due < first_due[priority] then first_due[priority] = due end
  return members
end

local function join(members, place, id)
  local count = members.count
  members[count + 1], members[count + 2] = place, id
  members.count = count + 2
end

local function queue(id, priority, place, due)
  join(members_of(priority, due), place, id)
end

-- Puts them there. Returns how many of their ids were there already.
local function enqueue()
  local uses_priorities, met = false, 0
  for priority, members in pairs(queued) do
    if members.count > 0 then
      met = met + members.count / 2 - redis.call('ZADD', delay_set(priority), unpack(members))
      if priority ~= DEFAULT_PRIORITY then
        redis.call('ZADD', COMING, 'LT', string.format('%d', first_due[priority]), string.format('%d', priority))
        uses_priorities = true
      end
    end
  end
  if uses_priorities then redis.call('HSET', TUBE, 'priorities', 1) end
  return met
end
