-- What becomes of jobs that were not begun in time. Stands before every script of a tube, after gates that end.

local OVERDUE, LOOK_AFTER_MS = 'expired before it was begun', 1000

-- Those of a run that have expired, whether they are buried, and those that are begun unless something is in their way.
local overdue, buries, begun = {}, nil, {}

-- Keeps that a job has expired. Whoever calls this takes it out of its set. score: the one that it has there.
local function set_aside_overdue(job, score)
  if buries == nil then buries = redis.call('HGET', TUBE, 'expireTo') == 'bury' end
  overdue[#overdue + 1] = job
  if buries then
    job.reason = OVERDUE
    record_event(job, EXPIRED_UNSTARTED, now, #OVERDUE, OVERDUE)
    keep_place(job, score)
    -- Those behind it wait for it from now on.
    if keyed then held_leases().stick({ job }) end
  end
end

-- Whether a job whose turn it is has expired. Then it is set aside.
local function is_overdue(id, score)
  local expires = tonumber(try('HGET', JOB .. id, 'u') or nil) or 0
  if expires > now then begun[id] = expires end
  local job = expires > 0 and expires <= now and read_job(id)
  if job then set_aside_overdue(job, score) end
  return job and true or false
end

-- Drops or buries what was set aside. limits: field limits of the tube.
local function end_overdue(limits)
  if #overdue == 0 then return end
  local keys, ids = {}, {}
  for i, job in ipairs(overdue) do keys[i], ids[i] = JOB .. job.id, job.id end
  if buries then
    for i, job in ipairs(overdue) do
      write_run(job)
      redis.call('HDEL', keys[i], 'y')
    end
    stop_expiry(overdue)
    fail(overdue, now)
    return
  end
  for _, id in ipairs(ids) do tell_schedule(id, 'gone') end
  if limits then leave(limits, keys) end
  if window then remember(ids) end
  forget_expiry(ids)
  redis.call('UNLINK', unpack(keys))
  redis.call('HINCRBY', TUBE, 'expiredUnstarted', #ids)
end

-- Of those that were looked at, these were delivered, of deadlines and ids in turn.
local function begin_jobs(retained)
  local jobs = {}
  for i = 2, #retained, 2 do
    local id = retained[i]
    if begun[id] then jobs[#jobs + 1] = { id = id, expires = begun[id] } end
  end
  stop_expiry(jobs)
end

-- Ends jobs that have expired by what zset expiry says, where they wait: how many it was. What it says wrongly is put right.
local function end_expired(ids, limits)
  local from, strays, others = {}, {}, {}
  for _, id in ipairs(ids) do
    local job = read_job(id)
    local set, score
    if job then set, score = locate(id, job.priority, job.key) end
    if not job or not may_expire(job) or job.expires > now then
      others[#others + 1] = id
    elseif set == RETAIN or set == FAILED then
      strays[#strays + 1] = job
    else
      set_aside_overdue(job, score)
      from[set] = from[set] or {}
      table.insert(from[set], job)
    end
  end
  for set, jobs in pairs(from) do
    take_out(set, jobs)
    forget_if_empty(set)
  end
  end_overdue(limits)
  stop_expiry(strays)
  forget_expiry(others)
  return #overdue
end

-- The same with those of a list from a place on, each so many places behind the last, that are not begun in time.
local function end_expired_of(list, first, step, limits)
  local ids, found = {}, {}
  for at = first, #list, step do ids[#ids + 1] = list[at] end
  for i, expires in ipairs(#ids > 0 and redis.call('ZMSCORE', part('expiry'), unpack(ids)) or {}) do
    if (tonumber(expires or nil) or math.huge) <= now then found[#found + 1] = ids[i] end
  end
  if #found > 0 then end_expired(found, limits) end
end

-- Ends up to most jobs that have expired, and forgets that there are such where it is switched off and none is left. Returns the ms at
-- which to look again, nil = none expires: not sooner than in a second where there is none more, as none of them is delivered anyway.
local function keep_expiry(most, limits)
  local found = most > 0 and redis.call('ZRANGEBYSCORE', part('expiry'), '-inf', NOW, 'LIMIT', 0, most) or {}
  end_expired(found, limits)
  if #found == most then return now end
  local head = redis.call('ZRANGE', part('expiry'), 0, 0, 'WITHSCORES')
  if head[2] then return math.max(math.floor(tonumber(head[2])), now + LOOK_AFTER_MS) end
  if expiry ~= '0' then return nil end
  expiry = nil
  redis.call('HDEL', TUBE, 'expiry')
  write_layout()
end
