-- How much a tube delivers. Stands before every script of a tube, after its rate.

-- Field limits of a tube: concurrency, deliveries a second, burst, jobs, bytes; - = no limit.
local function read_limits(text)
  local concurrency, per_second, burst, jobs, bytes = text:match('^(%S+) (%S+) (%S+) (%S+) (%S+)$')
  local rate = tonumber(per_second)
  return { concurrency = tonumber(concurrency), each = rate and 1000 / rate, burst = tonumber(burst) or 1,
    jobs = tonumber(jobs), bytes = tonumber(bytes) }
end

local function held_now()
  return redis.call('ZCOUNT', RETAIN, '(' .. NOW, '+inf')
end

-- How many deliveries are allowed now.
local function allowance(limits)
  local most = math.huge
  if limits.concurrency then most = math.max(0, limits.concurrency - held_now()) end
  if limits.each then
    most = math.min(most, paced_allowance(limits))
    -- Or a clock that was set back, or a rate that was raised, would stop the tube for long.
    if limits.stored > limits.pace then keep_pace(limits) end
  end
  return most
end

-- The ms at which the limits allow another delivery, and which of them is the last to: busy or paced; nil when they allow one now.
local function limited_until(limits)
  local at, which
  if limits.concurrency and held_now() >= limits.concurrency then
    local first = redis.call('ZRANGEBYSCORE', RETAIN, '(' .. NOW, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    at, which = math.floor(time_of(first[2] or now)), 'busy'
  end
  if limits.each and paced_allowance(limits) < 1 then
    local paced = math.max(now + 1, math.ceil(limits.pace - (limits.burst - 1) * limits.each))
    if paced > (at or 0) then at, which = paced, 'paced' end
  end
  return at, which
end

-- What holds the jobs of the tube, busy or paced, '' = nothing · until which ms or '' · how many leases it has · its concurrency or ''.
local function shown_limits(text)
  if not text then return '', '', '', '' end
  local limits = read_limits(text)
  local at, which = limited_until(limits)
  return which or '', at and string.format('%d', at) or '', string.format('%d', held_now()), tostring(limits.concurrency or '')
end
