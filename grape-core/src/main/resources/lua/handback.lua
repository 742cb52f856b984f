#!lua flags=allow-oom
-- Undoes deliveries, each execution uncounted: retained -> ready, in the place that it had; after a delay: retained -> delayed.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · delay ms
-- Reply: OK · now · then for each job: ready, delayed (also when the clock was set back), JOB_NOT_FOUND, LEASE_LOST or UNREADABLE ·
--   due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil')
if not tube then return { none } end

local reply, jobs, wake = { 'OK', NOW }, {}, nil

local function place_of(job, delay)
  local set, due = delay_set(job.priority), math.floor(job.score)
  if delay > 0 then return score_for(set, now + delay), now + delay end
  -- The clock was set back: another may be put into the same ms by this run.
  if due > now then occupy(set, job.score, due) end
  return string.format('%.17g', job.score), due
end

local function admit(id, lease, delay)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  local place, due = place_of(job, delay)
  queue(id, job.priority, place, due)
  record_event(job, HANDED_BACK, now, delay)
  if delay > 0 then change(job, delay, job.priority) end
  job.noe, job.lease, job.score = job.noe - 1, 0, -1
  jobs[#jobs + 1] = job
  wake = math.min(wake or due, due)
  return due > now and 'delayed' or 'ready', string.format('%d', due)
end

for at = 4, #ARGV, 3 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]))
end

take_out(RETAIN, jobs)
for _, job in ipairs(jobs) do
  write_run(job)
  if job.noe == 0 and not job.changed then redis.call('HDEL', JOB .. job.id, 'x') end
end
enqueue()
if #jobs > 0 then redis.call('HINCRBY', TUBE, 'consumed', -#jobs) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
return reply
