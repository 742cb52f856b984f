-- How fast a tube delivers. Stands before every script of a tube, after the due sets.

-- How many deliveries the rate allows now. Field pace of a tube is the ms at which its next delivery would be on time, if one came after
-- the other (GCRA). It is no further ahead than a whole burst.
local function paced_allowance(limits)
  local each, burst = limits.each, limits.burst
  limits.stored = limits.stored or tonumber(redis.call('HGET', TUBE, 'pace') or 0) or 0
  limits.pace = math.max(now, math.min(limits.pace or limits.stored, now + burst * each))
  return math.max(0, math.floor((now - limits.pace) / each + burst))
end

local function keep_pace(limits)
  limits.stored = limits.pace
  redis.call('HSET', TUBE, 'pace', string.format('%.17g', limits.pace))
end

-- Notes deliveries that were made.
local function pace_deliveries(limits, count)
  if not limits.each or count == 0 then return end
  limits.pace = limits.pace + count * limits.each
  keep_pace(limits)
end
