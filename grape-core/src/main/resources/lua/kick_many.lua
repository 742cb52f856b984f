#!lua flags=allow-oom
-- Kicks the first failed jobs, or else the first delayed ones in hand-out order: -> ready; their attempts begin anew.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs · 5 failed, delayed, or '' = failed ones if there are any
-- Reply: OK · which kind was kicked: failed or delayed · how many
-- Failures: TUBE_NOT_FOUND

local parked_until, exists, priorities = unpack(redis.call('HMGET', TUBE, 'parkedUntil', 'ttr', 'priorities'), 1, 3)
if not exists then return { 'TUBE_NOT_FOUND' } end

local PRIORITIES = 1000
local most, kind = tonumber(ARGV[4]), ARGV[5]
if kind == '' then kind = redis.call('EXISTS', FAILED) == 1 and 'failed' or 'delayed' end

local jobs, orphans = {}, {}
local function take(set, least)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', set, least, '+inf', 'LIMIT', 0, most - #jobs)) do
    local header = redis.call('HGET', JOB .. id, 'h')
    if header then
      local _, _, _, priority = unpack_header(header)
      jobs[#jobs + 1] = { set, id, next_score(delay_set(priority), now), priority }
    else
      orphans[#orphans + 1] = { set, id }
    end
  end
end

-- The priorities that may have delayed jobs, from the most urgent. One can be in both indexes; those whose next job is delayed
-- come first into the bounded number that is looked at.
local function delayed_priorities()
  local found, seen = { DEFAULT_PRIORITY }, {}
  if not priorities then return found end
  for _, names in ipairs({
    redis.call('ZRANGEBYSCORE', COMING, now + 1, '+inf', 'LIMIT', 0, PRIORITIES),
    redis.call('ZRANGEBYSCORE', COMING, '-inf', string.format('(%.0f', now + 1), 'LIMIT', 0, PRIORITIES),
    redis.call('ZRANGE', URGENT, 0, PRIORITIES - 1),
  }) do
    for _, name in ipairs(names) do
      if not seen[name] then found[#found + 1] = tonumber(name) end
      seen[name] = true
    end
  end
  table.sort(found)
  return found
end

if kind == 'failed' then
  take(FAILED, '-inf')
else
  for _, priority in ipairs(delayed_priorities()) do
    if #jobs < most then take(delay_set(priority), now + 1) end
  end
end

for _, orphan in ipairs(orphans) do redis.call('ZREM', orphan[1], orphan[2]) end
for _, job in ipairs(jobs) do
  local set, id, score, priority = unpack(job)
  redis.call('ZREM', set, id)
  redis.call('HDEL', JOB .. id, 'n', 'r')
  enqueue(id, score, priority)
end
if #jobs > 0 then
  redis.call('HINCRBY', TUBE, 'kicked', #jobs)
  hint(ARGV[2], ARGV[3], parked_until, now)
end
return { 'OK', kind, tostring(#jobs) }
