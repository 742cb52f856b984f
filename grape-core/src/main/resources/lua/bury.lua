#!lua flags=allow-oom
-- Buries jobs: retained -> failed; one that has a successor begins anew: retained -> delayed or ready.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · reason · priority, '' = as it was
-- Reply: OK · now · then for each job: failed, SUCCESSOR and its due ms, JOB_NOT_FOUND, LEASE_LOST, UNREADABLE or ORDERED: its priority
--   cannot be changed
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('limits', 'successors')
if not tube then return { none } end

local reply, buried, failed, succeeded = { 'OK', NOW }, {}, {}, {}

local function admit(id, lease, reason, new_priority)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong end
  if new_priority ~= '' and keyed and keyed ~= 'off' and job.key and sharing().ordered then return 'ORDERED' end
  record_event(job, BURIED, now, #reason, reason)
  job.lease, job.reason = 0, reason
  change(job, job.delay, tonumber(new_priority) or job.priority)
  buried[#buried + 1] = job
  job.next = tube[4] and successor_of(id)
  table.insert(job.next and succeeded or failed, job)
  return job.next and 'SUCCESSOR' .. string.format(' %d', queue_successor(id, job.next)) or 'failed'
end

for at = 2, #ARGV, 4 do
  reply[#reply + 1] = admit(unpack(ARGV, at, at + 3))
end

take_out(RETAIN, buried)
if tube[3] and #buried > 0 then leave(tube[3], {}) end
for _, job in ipairs(failed) do write_run(job) end
fail(failed, now)
for _, job in ipairs(succeeded) do
  begin_successor(job.id, job.next, job.events, tube[3])
  tell_waiting(job.next.due)
end
enqueue(keyed and lanes().resize)
count_failed_successors(#succeeded)
return reply
