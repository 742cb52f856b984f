#!lua flags=allow-oom
-- Undoes hand-outs that no consumer got: retained -> ready, in the place it had, this execution uncounted.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes
-- Reply: OK · how many were given back; a lease that is not current any more, or ran out, is passed over
-- Failures: none

local tube = read_tube('parkedUntil')
if not tube then return { 'OK', '0' } end

local jobs, wake = {}, nil
for at = 4, #ARGV, 2 do
  local job = ARGV[at + 1] ~= '' and read_leased(ARGV[at], ARGV[at + 1])
  if job then
    local due = math.floor(job.score)
    queue(job.id, job.priority, string.format('%.17g', job.score), due)
    job.noe, job.lease, job.score = job.noe - 1, 0, -1
    jobs[#jobs + 1] = job
    wake = math.min(wake or due, due)
  end
end

take_out(RETAIN, jobs)
for _, job in ipairs(jobs) do
  if job.noe > 0 or job.changed then write_run(job) else redis.call('HDEL', JOB .. job.id, 'x') end
end
enqueue()
if #jobs > 0 then redis.call('HINCRBY', TUBE, 'consumed', -#jobs) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
return { 'OK', tostring(#jobs) }
