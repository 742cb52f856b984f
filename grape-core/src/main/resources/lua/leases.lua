-- Leases of jobs, and their ends. Stands before every script of a tube, after the sets.

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

-- After which delay a job runs again whose worker died. The first time at once. After that the delay is drawn, up to 2 s, then 4, 8 and
-- 10, and up to 30 s before its last execution: jobs that come back together would be delivered together again, and a job that kills its
-- worker each time would spend the attempts of all the jobs beside it.
local function apart_delay(job)
  local window = job.noe > 1 and math.min(10000, 1000 * 2 ^ (job.noe - 1)) or 0
  if job.max_attempts - job.noe == 1 then window = 30000 end
  local drawn = tonumber(redis.sha1hex(string.format('%d ', job.lease) .. job.id):sub(1, 8), 16) / 2 ^ 32
  return math.floor(window * drawn)
end

-- Ends leases that have run out, of ids and their deadlines in turn; returns how many. The jobs are due again
-- since their deadlines, so that the order does not depend on when somebody looked; in a tube with retry after a delay from then on. Those
-- that have a successor begin anew. died: the worker that held them has died.
local function end_leases(found, died)
  local ids, ended, spent, others, over = {}, {}, {}, 0, 0
  local retry, successors, limits = unpack(redis.call('HMGET', TUBE, 'retry', 'successors', 'limits'))
  for i = 1, #found, 2 do
    ids[#ids + 1] = found[i]
    local job, why = read_job(found[i])
    if not job then
      if why then mark_unreadable(found[i], why) else miss(found[i], found[i + 1]) end
    elseif (job.lease == 0 or ran_out(job.run)) and is_in(job, RETAIN) then
      -- The lease was that of another job of this id, which is gone.
      others = others + 1
    else
      local cancelled, reason = cancelled_at(job)
      local fails = cancelled or is_spent(job)
      local delay = fails and 0 or retry_delay(retry, job)
      if died and not fails then delay = math.max(delay, apart_delay(job)) end
      if fails then job.reason = cancelled and (reason ~= '' and reason or 'cancelled') or SPENT end
      record_event(job, fails and EXPIRED + AND_FAILED or EXPIRED, time_of(found[i + 1]), cancelled and #job.reason or delay,
        cancelled and job.reason)
      job.due, job.score = time_of(found[i + 1]), -job.score
      ended[#ended + 1] = job
      job.next = successors and successor_of(job.id)
      if job.next then
        over = over + (fails and 1 or 0)
        queue_successor(job.id, job.next)
      elseif fails then
        spent[#spent + 1] = job
      else
        if delay > 0 then change(job, delay, job.priority) end
        if delay > 0 and rests_for(job, job.due + delay - now) then delay = 0 end
        -- One that was taken before it was due is ready now, too.
        queue(job, place_again(job, job.due + delay, true), job.due + delay)
      end
    end
  end
  redis.call('ZREM', RETAIN, unpack(ids))
  if keyed then lanes().left(RETAIN, ended) end
  for _, job in ipairs(ended) do
    if job.next then begin_successor(job.id, job.next, job.events, limits) else write_run(job) end
  end
  enqueue(keyed and lanes().resize)
  fail(spent)
  settle_runs()
  count_failed_successors(over)
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
