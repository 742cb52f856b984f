-- Stands before every script of a tube, after the clock.
-- KEYS 1 tube: hash · 2 delay: zset · 3 retain: zset · 4 failed: zset · 5 coming: zset · 6 urgent: zset
-- ARGV 1 what the key of every job of the tube begins with

local TUBE, DELAY, RETAIN, FAILED, COMING, URGENT = unpack(KEYS)
local JOB = ARGV[1]
local DEFAULT_PRIORITY = 1024
local SPENT = 'attempts are spent'
local UNTIL_RESUMED = '9007199254740991'

-- Stored with every job: version, created ms, delay ms, ttr ms, priority, maximum attempts, content type.
local HEADER = '>BI6I6I6I4I4'
local function pack_header(created, delay, ttr, priority, max_attempts, content_type)
  return struct.pack(HEADER, 1, created, delay, ttr, priority, max_attempts) .. content_type
end
local function unpack_header(header)
  local _, created, delay, ttr, priority, max_attempts, rest = struct.unpack(HEADER, header)
  return created, delay, ttr, priority, max_attempts, header:sub(rest)
end

-- The default priority has the delay set; any other has a set of its own beside it.
local function delay_set(priority)
  if priority == DEFAULT_PRIORITY then return DELAY end
  return DELAY .. ':' .. string.format('%.0f', priority)
end

-- Due times are whole ms. Jobs of one set that are due in the same ms keep the order they came in through the smallest
-- fraction that a score can hold there: 4,096 steps until 2039, then 2,048.
local tops = {}
local function next_score(set, due)
  local slot = set .. string.format(' %.0f', due)
  local top = tops[slot]
  if not top then
    local found = redis.call('ZREVRANGEBYSCORE', set, string.format('(%.0f', due + 1), due, 'WITHSCORES', 'LIMIT', 0, 1)
    top = tonumber(found[2])
  end
  local score = due
  if top then
    local _, exponent = math.frexp(due)
    local step = math.ldexp(1, exponent - 53)
    score = math.min(top + step, due + 1 - step)
  end
  tops[slot] = score
  return score
end

-- Puts a job where consume will find it.
local function enqueue(id, score, priority)
  redis.call('ZADD', delay_set(priority), score, id)
  if priority ~= DEFAULT_PRIORITY then
    redis.call('ZADD', COMING, 'LT', score, string.format('%.0f', priority))
    redis.call('HSET', TUBE, 'priorities', 1)
  end
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

-- Checks that a lease ('' = whoever holds it) is the job's current one and still runs: what is wrong, or nil and the job's
-- header and number of executions.
local function check_lease(id, lease)
  local header, last, noe = unpack(redis.call('HMGET', JOB .. id, 'h', 'l', 'n'), 1, 3)
  if not header then return 'JOB_NOT_FOUND' end
  if not last or (lease ~= '' and last ~= lease) then return 'LEASE_LOST' end
  local deadline = redis.call('ZSCORE', RETAIN, id)
  if not deadline or tonumber(deadline) <= now then return 'LEASE_LOST' end
  return nil, header, tonumber(noe)
end

local function is_spent(noe, max_attempts)
  return max_attempts > 0 and noe >= max_attempts
end

-- Ends up to limit leases that have run out; returns how many. The jobs are due again since their deadlines, so that the
-- order does not depend on when somebody looked.
local function expire(limit)
  local found = redis.call('ZRANGEBYSCORE', RETAIN, '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit)
  if #found == 0 then return 0 end
  local ids, back, spent, buried = {}, {}, {}, 0
  for i = 1, #found, 2 do
    local id, deadline = found[i], tonumber(found[i + 1])
    ids[#ids + 1] = id
    local header, noe = unpack(redis.call('HMGET', JOB .. id, 'h', 'n'))
    if header then
      local _, _, _, priority, max_attempts = unpack_header(header)
      if is_spent(tonumber(noe), max_attempts) then
        buried = buried + 1
        spent[buried] = { id, deadline }
      else
        back[#back + 1] = { id, next_score(delay_set(priority), deadline), priority }
      end
    end
  end
  redis.call('ZREM', RETAIN, unpack(ids))
  for _, job in ipairs(back) do enqueue(job[1], job[2], job[3]) end
  for _, job in ipairs(spent) do
    redis.call('ZADD', FAILED, job[2], job[1])
    redis.call('HSET', JOB .. job[1], 'r', SPENT)
  end
  redis.call('HINCRBY', TUBE, 'expired', #back + buried)
  if buried > 0 then redis.call('HINCRBY', TUBE, 'buried', buried) end
  return #ids
end

-- Tells the brokers in which somebody waits for this tube that a job is or will be ready at a score.
local function hint(channel, tube_name, parked_until, score)
  if parked_until and tonumber(parked_until) > now then
    redis.call('PUBLISH', channel, string.format('%.0f', math.max(0, math.floor(score) - now)) .. ' ' .. tube_name)
  end
end
