#!lua flags=allow-oom
-- Buries jobs: retained -> failed.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · reason · priority, '' = as it was
-- Reply: OK · now · then for each job: failed, JOB_NOT_FOUND, LEASE_LOST, UNREADABLE or ORDERED: its priority cannot be changed
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('limits')
if not tube then return { none } end

local reply, buried = { 'OK', NOW }, {}

local function admit(id, lease, reason, new_priority)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong end
  if new_priority ~= '' and keyed and keyed ~= 'off' and job.key and sharing().ordered then return 'ORDERED' end
  record_event(job, BURIED, now, #reason, reason)
  job.lease, job.reason = 0, reason
  change(job, job.delay, tonumber(new_priority) or job.priority)
  buried[#buried + 1] = job
  return 'failed'
end

for at = 2, #ARGV, 4 do
  reply[#reply + 1] = admit(unpack(ARGV, at, at + 3))
end

take_out(RETAIN, buried)
if tube[3] and #buried > 0 then leave(tube[3], {}) end
for _, job in ipairs(buried) do write_run(job) end
fail(buried, now)
return reply
