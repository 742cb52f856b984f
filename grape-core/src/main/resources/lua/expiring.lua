-- Which jobs expire unless they are begun in time. Stands before every script of a tube, after how jobs are read.

-- Field u of a job is the ms at which it expires, less than 0 once it was begun or failed: then it does not. Zset expiry has those that
-- may, by that ms.
local function may_expire(job)
  return job.expires ~= nil and job.expires > 0
end

-- Jobs may expire from now on, of ms and ids in turn.
local function let_expire(members)
  if #members == 0 then return end
  if not expiry then
    expiry = '0'
    redis.call('HSET', TUBE, 'expiry', expiry, 'version', layout_of())
  end
  redis.call('ZADD', part('expiry'), unpack(members))
end

-- Jobs go, or do not expire any more.
local function forget_expiry(ids)
  if expiry and #ids > 0 then redis.call('ZREM', part('expiry'), unpack(ids)) end
end

-- Jobs were begun, or have failed.
local function stop_expiry(jobs)
  local ids = {}
  for _, job in ipairs(jobs) do
    if may_expire(job) then
      redis.call('HSET', JOB .. job.id, 'u', string.format('-%d', job.expires))
      ids[#ids + 1], job.expires = job.id, -job.expires
    end
  end
  forget_expiry(ids)
end

-- The ms at which zset expiry says that a job expires; nil = it does not.
local function listed_expiry(id)
  return expiry and tonumber(redis.call('ZSCORE', part('expiry'), id) or nil) or nil
end

-- Puts right where a job that can be read, nil = there is none, stands in zset expiry: whether it was wrong.
local function mend_expiry(id, job)
  local listed = listed_expiry(id)
  local expires = job and may_expire(job) and job.expires or nil
  if listed == expires then return false end
  if expires then let_expire({ string.format('%d', expires), id }) else redis.call('ZREM', part('expiry'), id) end
  return true
end

-- Puts another time into force in which jobs are to be begun, '' = none. Returns what is kept of it.
local function change_expiry(after)
  if after == '' and (expiry == '0' or redis.call('EXISTS', part('expiry')) == 1) then after = '0' end
  expiry = after ~= '' and after or nil
  return after
end
