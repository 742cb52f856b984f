-- How much a tube delivers. Stands before every script of a tube, after the sets.

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

-- Field pace of a tube is the ms at which its next delivery would be on time.
local function keep_pace(limits)
  limits.stored = limits.pace
  redis.call('HSET', TUBE, 'pace', string.format('%.17g', limits.pace))
end

local function paced_allowance(limits)
  limits.stored = limits.stored or tonumber(redis.call('HGET', TUBE, 'pace') or 0) or 0
  local at, most = paced(limits, limits.pace or limits.stored)
  limits.pace = at
  return most
end

-- Notes deliveries that were made.
local function pace_deliveries(limits, count)
  if not limits.each or count == 0 then return end
  limits.pace = limits.pace + count * limits.each
  keep_pace(limits)
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
    local after = paced_until(limits, limits.pace)
    if after > (at or 0) then at, which = after, 'paced' end
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

-- What holds a job by its key, paused, stuck, rests, delayed, busy or paced, '' = nothing or a gate, or it has no effect · until which ms or '' ·
-- how many leases it has · its concurrency or '' · since which ms or '' · the failed job that it waits for or '' · how many lanes of its
-- priority have their turn before it. place: of the job in its lane.
local function shown_key(job, place)
  if not (keyed and job.key) then return '', '', '', '', '', '', '' end
  local at_place = { priority = job.priority, place = place, id = job.id }
  local limits, _, why, at = sharing().limits_of(job.key), sharing().allowance(job.key, at_place)
  local held = redis.call('ZCOUNT', part('held:' .. job.key), '(' .. NOW, '+inf')
  local stuck = why == 'stuck' and sharing().blocker_of(job.key, at_place) or ''
  local since = why == 'paused' and limits.since or stuck ~= '' and redis.call('ZSCORE', FAILED, stuck)
  local turn = part('turn:' .. string.format('%d', job.priority))
  local before = redis.call('ZRANK', turn, job.key) or redis.call('ZCARD', turn)
  if redis.call('ZSCORE', turn, '\0') then before = before - 1 end
  return why and why ~= 'gated' and why or '', at and string.format('%d', at) or '', string.format('%d', held),
    tostring(limits.concurrency or ''), since and string.format('%d', math.floor(since)) or '', stuck, tostring(math.max(0, before))
end
