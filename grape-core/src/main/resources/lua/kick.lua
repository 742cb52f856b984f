#!lua flags=allow-oom
-- Kicks one job: failed -> delayed or ready, delayed -> delayed or ready; its attempts begin anew.
-- ARGV 2 hint channel · 3 tube name · 4 id · 5 delay ms · 6 any, or failed: a failed one only
-- Reply: OK · 1, or 0 when the job is ready already, or held by a gate
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state, or UNREADABLE · why

local tube, none = read_tube('parkedUntil')
if not tube then return { none } end

local id, delay, mode = ARGV[4], tonumber(ARGV[5]), ARGV[6]
local job, why = read_job(id)
if why then return { 'UNREADABLE', why } end
if not job then return { 'JOB_NOT_FOUND' } end
local set, _, state = locate(id, job.priority, job.key)
if state == 'retained' or (mode == 'failed' and state ~= 'failed') then return { 'WRONG_STATE', state } end
-- Where keys keep their order, a job with a delay keeps its place, and its key rests.
local rests = state == 'ready' and keyed and lanes().end_delays(set, { job })
if state == 'gated' or state == 'ready' and not rests then return { 'OK', '0' } end

local due = now + delay
record_event(job, KICKED, now, delay)
begin_anew(job)
if may_expire(job) and due >= job.expires then stop_expiry({ job }) end
if not rests then
  queue(job, place_again(job, due), due)
  take_out(set, { job })
end
if delay > 0 then
  rests_for(job, delay)
  tell_schedule(id, 'later')
end
change(job, delay, job.priority)
write_run(job)
redis.call('HDEL', JOB .. id, 'r')
enqueue(keyed and lanes().resize)
redis.call('HINCRBY', TUBE, 'kicked', 1)
hint(ARGV[2], ARGV[3], tube[3], due)
return { 'OK', '1' }
