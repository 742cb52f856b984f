#!lua flags=allow-oom
-- Asks the consumer of a job to stop: retained -> retained. Its touches say so from now on. Once its lease runs out, the job fails. Whoever
-- asks again changes nothing.
-- ARGV 2 id · 3 reason
-- Reply: OK · now · deadline ms · since when in ms, and the reason
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state, or UNREADABLE · why

local tube, none = read_tube()
if not tube then return { none } end

local id, reason = ARGV[2], ARGV[3]
local job, why = read_job(id)
if why then return { 'UNREADABLE', why } end
if not job then return { 'JOB_NOT_FOUND' } end
local _, score, state = locate(id, job.priority, job.key)
if state ~= 'retained' then return { 'WRONG_STATE', state } end

if not cancelled_at(job) then
  record_event(job, CANCELLED, now, #reason, reason)
  keep_newest()
  keep_mark(id, now)
  job.cancel = struct.pack(CANCEL, job.lease, now) .. reason
  redis.call('HSET', JOB .. id, 'e', job.events, 'i', job.cancel)
end
return { 'OK', NOW, string.format('%d', score), shown_cancel(job) }
