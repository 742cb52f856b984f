-- The sets that jobs are in. Stands before every script of a tube, after what is set aside.

local SPENT = 'attempts are spent'

-- Takes jobs out of one set, that of the missing ones too.
local function take_out(set, jobs)
  local ids = {}
  for i, job in ipairs(jobs) do ids[i] = job.id end
  if set == MISSING then
    forget_missing(ids)
  elseif #ids > 0 then
    redis.call('ZREM', set, unpack(ids))
  end
end

-- Puts jobs among the failed ones.
local function fail(jobs, at, reason)
  if #jobs == 0 then return end
  local members = {}
  for _, job in ipairs(jobs) do
    redis.call('HSET', JOB .. job.id, 'r', reason or job.reason)
    members[#members + 1] = score_for(FAILED, at or job.due)
    members[#members + 1] = job.id
  end
  redis.call('ZADD', FAILED, unpack(members))
  redis.call('HINCRBY', TUBE, 'buried', #jobs)
end

-- Forgets a priority whose last job has left its set.
local function forget_if_empty(set, priority)
  if priority ~= DEFAULT_PRIORITY and set == delay_set(priority) and redis.call('EXISTS', set) == 0 then
    for _, index in ipairs({ COMING, URGENT }) do redis.call('ZREM', index, string.format('%d', priority)) end
  end
end

-- Where a live job is: its set, its score there, and its state. One that was missing and has turned up is among the missing ones, in
-- the state that it had.
local function locate(id, priority)
  for _, place in ipairs(places()) do
    local set = set_of(place, priority)
    local score = redis.call('ZSCORE', set, id)
    if score then return set, time_of(score), state_in(place, tonumber(score)) end
  end
  local kept = redis.call('ZSCORE', MISSING, id)
  if not kept then return delay_set(priority), now, 'ready' end
  local job = read_job(id)
  return MISSING, time_of(kept), state_in(job and home_of(job) or place_of_state('ready'), tonumber(kept))
end

-- The set in which a job belongs, and the time to put it there with. Rather delivered once more than not at all: so a lease
-- that stands comes first, then waiting, then any other place. What never ran is due when its producer said.
local function right_set(job, own, scores, is_leased, found_set)
  if is_leased and scores[RETAIN] then return RETAIN end
  if scores[own] then return own end
  local elsewhere = found_set and scores[found_set] or scores[DELAY]
  if elsewhere then return own, math.floor(elsewhere) end
  for _, place in ipairs(places()) do
    local is_other = place.set ~= RETAIN and not place.by_priority
    if is_other and (scores[place.set] or has_field(job, place)) then return place.set, now end
  end
  return own, job.run and now or struct.unpack('>I6', job.data, 3) + job.delay
end

-- Reads a job whose current lease this is and still runs: the job, or nil and what is wrong.
local function read_leased(id, lease)
  local job, why = read_job(id)
  if not job then return nil, why and 'UNREADABLE' or 'JOB_NOT_FOUND' end
  if not is_last_lease(job.run, lease) then return nil, 'LEASE_LOST' end
  local deadline = redis.call('ZSCORE', RETAIN, id)
  if not deadline or tonumber(deadline) <= now then return nil, 'LEASE_LOST' end
  return job
end

local function is_spent(job)
  return job.max_attempts > 0 and job.noe >= job.max_attempts
end

-- Ends leases that have run out, of ids and their deadlines in turn; returns how many. The jobs are due again
-- since their deadlines, so that the order does not depend on when somebody looked.
local function end_leases(found)
  local ids, ended, spent, others = {}, {}, {}, 0
  for i = 1, #found, 2 do
    ids[#ids + 1] = found[i]
    local job, why = read_job(found[i])
    if not job then
      if why then mark_unreadable(found[i], why) else miss(found[i], found[i + 1]) end
    elseif (job.lease == 0 or ran_out(job.run)) and is_in(job, RETAIN) then
      -- The lease was that of another job of this id, which is gone.
      others = others + 1
    else
      record_event(job, is_spent(job) and EXPIRED + AND_FAILED or EXPIRED, time_of(found[i + 1]), 0)
      job.due, job.score = time_of(found[i + 1]), -job.score
      ended[#ended + 1] = job
      if is_spent(job) then
        spent[#spent + 1] = job
      else
        queue(job.id, job.priority, score_for(delay_set(job.priority), job.due), job.due)
      end
    end
  end
  redis.call('ZREM', RETAIN, unpack(ids))
  for _, job in ipairs(ended) do write_run(job) end
  enqueue()
  fail(spent, nil, SPENT)
  redis.call('HINCRBY', TUBE, 'expired', #ended)
  lose(others)
  return #ids
end

-- Up to limit leases that have run out: ids and deadlines in turn.
local function leases_over(limit)
  return redis.call('ZRANGEBYSCORE', RETAIN, '-inf', NOW, 'WITHSCORES', 'LIMIT', 0, limit)
end

local function expire(limit)
  local found = leases_over(limit)
  return #found > 0 and end_leases(found) or 0
end
