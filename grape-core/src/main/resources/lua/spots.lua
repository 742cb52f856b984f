-- Places in the sets that jobs wait in: scores, by when they are due. Stands before every script of a tube, after the lanes.

-- Due times are whole ms. Jobs of one set that are due in the same ms keep the order they came in through the smallest
-- fraction that a score can hold there: 4,096 steps until 2039, then 2,048. Five digits are enough to tell them apart.
local spots = {}

-- Takes a place among those of its ms.
local function take_spot(spot, place, due)
  spot.taken = math.max(spot.taken, math.floor((place - due) * (spot.last + 1) + 1.5))
end

-- The last place that a failed job has in a lane, of those from a place on and before another; nil = none has one there.
local function last_failed_place(set, from, to)
  local priority, key_name = parts_of_lane(set:sub(#DELAY + 2))
  if not (key_name and sharing().ordered) then return nil end
  local first, behind = blocker(key_name, tonumber(priority), from, ''), blocker(key_name, tonumber(priority), to, '')
  local last = redis.call('ZRANGE', part('blockers'), '(' .. behind, '[' .. first, 'BYLEX', 'REV', 'LIMIT', 0, 1)[1]
  return last and tonumber(last:match('^%d+ (%S+)', #key_name + 2))
end

-- Where keys keep their order, jobs under leases keep their places in a lane, and so do failed ones: whoever comes meanwhile goes
-- behind them.
local MOST_KEPT = 10
local function keep_places(spot, set, due)
  local _, key_name = parts_of_lane(set:sub(#DELAY + 2))
  for _, id in ipairs(key_name and redis.call('ZRANGE', part('held:' .. key_name), 0, MOST_KEPT - 1) or {}) do
    local job = read_job(id)
    local place = job and math.abs(job.score) or 0
    if math.floor(place) == due then take_spot(spot, place, due) end
  end
  local failed = last_failed_place(set, due, due + 1)
  if failed then take_spot(spot, failed, due) end
end

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
  if keyed and keyed ~= 'off' and sharing().ordered then keep_places(spot, set, due) end
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
  take_spot(score_spot(set, due), place, due)
end

local function score_for(set, due)
  return next_in(score_spot(set, due))
end
