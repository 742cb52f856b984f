-- How fast jobs are delivered. Stands before every script of a tube, after what reads jobs.

-- By a rate (GCRA): the ms at which the next delivery would be on time, if one came after the other, no further ahead than a whole
-- burst; and how many deliveries are allowed now.
local function paced(limits, stored)
  local at = math.max(now, math.min(stored, now + limits.burst * limits.each))
  return at, math.max(0, math.floor((now - at) / limits.each + limits.burst))
end

-- The ms from which on the rate allows one more, where it allows none now.
local function paced_until(limits, at)
  return math.max(now + 1, math.ceil(at - (limits.burst - 1) * limits.each))
end
