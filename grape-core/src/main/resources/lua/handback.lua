#!lua flags=allow-oom
-- Undoes deliveries, each execution uncounted: retained -> ready, delayed or failed, in the place that it had; after a delay:
-- retained -> delayed. One that has a successor begins anew.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · delay ms
-- Reply: OK · now · then for each job: ready, delayed (of a job that was taken before it was due, or when the clock was set back), failed,
--   SUCCESSOR, JOB_NOT_FOUND, LEASE_LOST or UNREADABLE · due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil', 'limits', 'successors')
if not tube then return { none } end
local reply, jobs, failed, wake = { 'OK', NOW }, {}, {}, nil

local function place_of(job, delay)
  local set, due = delay_set(job.priority, job.key), math.floor(job.score)
  if delay > 0 and rests_for(job, delay) then delay = 0 end
  if delay > 0 then return score_for(set, now + delay), now + delay end
  -- Another may be put into the same ms by this run.
  if due > now or tube[5] then occupy(set, job.score, due) end
  return string.format('%.17g', job.score), due
end

local function requeue(job, delay)
  local place, due = place_of(job, delay)
  queue(job, place, due)
  if delay > 0 then change(job, delay, job.priority) end
  job.score, wake = -1, math.min(wake or due, due)
  return due > now and 'delayed' or 'ready', string.format('%d', due)
end

local function admit(id, lease, delay)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  record_event(job, HANDED_BACK, now, delay)
  jobs[#jobs + 1] = job
  job.next = tube[5] and successor_of(id)
  if job.next then
    local due = queue_successor(id, job.next)
    wake = math.min(wake or due, due)
    return 'SUCCESSOR', string.format('%d', due)
  end
  local failed_at, reason = failure_before(job)
  job.noe, job.lease = job.noe - 1, 0
  if not failed_at or delay > 0 then return requeue(job, delay) end
  -- It had not been delivered before.
  if job.noe == 0 and not (keyed and job.key) then job.score = -1 end
  failed[#failed + 1] = { job, string.format('%.17g', failed_at), reason }
  return 'failed', ''
end

for at = 4, #ARGV, 3 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]))
end

take_out(RETAIN, jobs)
for _, job in ipairs(jobs) do
  if job.next then begin_successor(job.id, job.next, job.events, tube[4]) else write_run(job) end
  if not job.next and job.noe == 0 and job.score == -1 and not job.changed then redis.call('HDEL', JOB .. job.id, 'x') end
end
for _, one in ipairs(failed) do
  local job, score, reason = unpack(one)
  redis.call('ZADD', FAILED, score, job.id)
  redis.call('HSET', JOB .. job.id, 'r', reason)
  tell_schedule(job.id, 'gone')
  if keyed then held_leases().stick({ job }) end
end
enqueue(keyed and lanes().resize)
if #jobs > 0 then redis.call('HINCRBY', TUBE, 'consumed', -#jobs) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
if tube[4] and #jobs > 0 then leave(tube[4], {}) end
return reply
