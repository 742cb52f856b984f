#!lua flags=allow-oom
-- Undoes hand-outs: retained -> ready, each in the place that it had, this execution uncounted.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it
-- Reply: OK · now · then for each job: ready, delayed (when the clock was set back), JOB_NOT_FOUND, LEASE_LOST or UNREADABLE · due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube = read_tube('parkedUntil')
if not tube then return { 'TUBE_NOT_FOUND' } end

local reply, jobs, wake = { 'OK', NOW }, {}, nil

local function admit(id, lease)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  local due = math.floor(job.score)
  queue(id, job.priority, string.format('%.17g', job.score), due)
  remember(job, HANDED_BACK, now, 0)
  job.noe, job.lease, job.score = job.noe - 1, 0, -1
  jobs[#jobs + 1] = job
  wake = math.min(wake or due, due)
  return due > now and 'delayed' or 'ready', string.format('%d', due)
end

for at = 4, #ARGV, 2 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1])
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
