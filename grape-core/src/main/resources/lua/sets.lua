-- The sets that jobs are in. Stands before every script of a tube, after what is stored with a job.

local SPENT = 'attempts are spent'

-- The default priority has the delay set; any other has a set of its own beside it.
local function delay_set(priority)
  if priority == DEFAULT_PRIORITY then return DELAY end
  return DELAY .. ':' .. string.format('%.0f', priority)
end

-- Due times are whole ms. Jobs of one set that are due in the same ms keep the order they came in through the smallest
-- fraction that a score can hold there: 4,096 steps until 2039, then 2,048.
local tops, steps = {}, {}
local function next_score(set, due)
  local of_set = tops[set]
  if not of_set then
    of_set = {}
    tops[set] = of_set
  end
  local top = of_set[due]
  if not top then
    local found = redis.call('ZREVRANGEBYSCORE', set, string.format('(%.0f', due + 1), due, 'WITHSCORES', 'LIMIT', 0, 1)
    top = tonumber(found[2])
    local _, exponent = math.frexp(due)
    steps[due] = math.ldexp(1, exponent - 53)
  end
  local score = top and math.min(top + steps[due], due + 1 - steps[due]) or due
  of_set[due] = score
  return score
end

-- Puts jobs, each with the score it is due at, where consume will find them.
local function enqueue(jobs)
  local sets, first = {}, {}
  for i = 1, #jobs do
    local job = jobs[i]
    local priority = job.priority
    local members = sets[priority]
    if not members then
      members = {}
      sets[priority] = members
    end
    local count = #members
    members[count + 1], members[count + 2] = job.due, job.id
    if priority ~= DEFAULT_PRIORITY then first[priority] = math.min(first[priority] or job.due, job.due) end
  end
  for priority, members in pairs(sets) do redis.call('ZADD', delay_set(priority), unpack(members)) end
  for priority, due in pairs(first) do redis.call('ZADD', COMING, 'LT', due, string.format('%.0f', priority)) end
  if next(first) then redis.call('HSET', TUBE, 'priorities', 1) end
end

-- Takes jobs out of one set.
local function take_out(set, jobs)
  local ids = {}
  for i, job in ipairs(jobs) do ids[i] = job.id end
  if #ids > 0 then redis.call('ZREM', set, unpack(ids)) end
end

-- Puts jobs among the failed ones.
local function fail(jobs, at, reason)
  if #jobs == 0 then return end
  local members = {}
  for _, job in ipairs(jobs) do
    redis.call('HSET', JOB .. job.id, 'r', reason or job.reason)
    members[#members + 1] = at or job.due
    members[#members + 1] = job.id
  end
  redis.call('ZADD', FAILED, unpack(members))
  redis.call('HINCRBY', TUBE, 'buried', #jobs)
end

-- Forgets a priority whose last job has left its set.
local function forget_if_empty(set, priority)
  if priority ~= DEFAULT_PRIORITY and set == delay_set(priority) and redis.call('EXISTS', set) == 0 then
    for _, index in ipairs({ COMING, URGENT }) do redis.call('ZREM', index, string.format('%.0f', priority)) end
  end
end

-- Where a live job is: its set, its score there, and its state. A lease that has run out holds nothing.
local function locate(id, priority)
  local deadline = redis.call('ZSCORE', RETAIN, id)
  if deadline then
    return RETAIN, tonumber(deadline), tonumber(deadline) > now and 'retained' or 'ready'
  end
  local buried = redis.call('ZSCORE', FAILED, id)
  if buried then return FAILED, tonumber(buried), 'failed' end
  local set = delay_set(priority)
  local score = tonumber(redis.call('ZSCORE', set, id) or now)
  return set, score, math.floor(score) > now and 'delayed' or 'ready'
end

-- Reads a job whose current lease this is ('' = whoever holds it) and still runs: the job, or nil and what is wrong.
local function read_leased(id, lease)
  local job = read_job(id)
  if not job then return nil, 'JOB_NOT_FOUND' end
  if job.lease == 0 or (lease ~= '' and job.lease ~= tonumber(lease)) then return nil, 'LEASE_LOST' end
  local deadline = redis.call('ZSCORE', RETAIN, id)
  if not deadline or tonumber(deadline) <= now then return nil, 'LEASE_LOST' end
  return job
end

local function is_spent(job)
  return job.max_attempts > 0 and job.noe >= job.max_attempts
end

-- Ends up to limit leases that have run out; returns how many. The jobs are due again since their deadlines, so that the
-- order does not depend on when somebody looked.
local function expire(limit)
  local found = redis.call('ZRANGEBYSCORE', RETAIN, '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit)
  if #found == 0 then return 0 end
  local ids, back, spent = {}, {}, {}
  for i = 1, #found, 2 do
    ids[#ids + 1] = found[i]
    local job = read_job(found[i])
    if job then
      local deadline = tonumber(found[i + 1])
      job.due = is_spent(job) and deadline or next_score(delay_set(job.priority), deadline)
      local list = is_spent(job) and spent or back
      list[#list + 1] = job
    end
  end
  redis.call('ZREM', RETAIN, unpack(ids))
  enqueue(back)
  fail(spent, nil, SPENT)
  redis.call('HINCRBY', TUBE, 'expired', #back + #spent)
  return #ids
end
