#!lua flags=allow-oom
-- Hands jobs over to the next consumer, each with a checkpoint: retained -> ready, the execution uncounted. One that has a successor
-- begins anew, without it.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · checkpoint: the length
--   of its content type in a byte, that, and its bytes
-- Reply: OK · now · then for each job: ready, SUCCESSOR, JOB_NOT_FOUND, LEASE_LOST or UNREADABLE · due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil', 'limits', 'successors')
if not tube then return { none } end
local reply, jobs, wake = { 'OK', NOW }, {}, now

-- The place that it had, so that no job of its key overtakes; or now, if it was taken before it was due.
local function place_of(job)
  local due = math.floor(job.score)
  if due > now then return score_for(delay_set(job.priority, job.key), now), now end
  -- Another may be put into the same ms by this run.
  if due == now or tube[5] then occupy(delay_set(job.priority, job.key), job.score, due) end
  return string.format('%.17g', job.score), due
end

local function admit(id, lease, checkpoint)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  record_event(job, HANDED_OVER, now, 0)
  job.checkpoint, job.noe, job.lease = checkpoint, job.noe - 1, 0
  jobs[#jobs + 1] = job
  job.next = tube[5] and successor_of(id)
  if job.next then
    local due = queue_successor(id, job.next)
    wake = math.min(wake, due)
    return 'SUCCESSOR', string.format('%d', due)
  end
  local place, due = place_of(job)
  queue(job, place, due)
  return 'ready', string.format('%d', due)
end

for at = 4, #ARGV, 3 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(unpack(ARGV, at, at + 2))
end

take_out(RETAIN, jobs)
for _, job in ipairs(jobs) do
  if job.next then begin_successor(job.id, job.next, job.events, tube[4]) else write_run(job) end
  if not job.next then redis.call('HSET', JOB .. job.id, 'c', job.checkpoint) end
end
enqueue(keyed and lanes().resize)
if #jobs > 0 then hint(ARGV[2], ARGV[3], tube[3], wake) end
if tube[4] and #jobs > 0 then leave(tube[4], {}) end
return reply
