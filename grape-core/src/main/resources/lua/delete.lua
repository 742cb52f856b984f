#!lua flags=allow-oom
-- Removes one job: delayed, ready or failed -> gone; retained -> gone only by force. Discard: failed -> gone.
-- One that cannot be read is removed like any other.
-- ARGV 2 id · 3 delete, force or discard
-- Reply: OK
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state

local tube, none = read_tube('limits')
if not tube then return { none } end

local id, mode = ARGV[2], ARGV[3]
local job, why = read_job(id)
if not job and not why then return { 'JOB_NOT_FOUND' } end
local priority = job and job.priority or search(id)
local set, _, state = locate(id, priority, job and job.key)
if mode == 'discard' and state ~= 'failed' then return { 'WRONG_STATE', state } end
if mode == 'delete' and state == 'retained' then return { 'WRONG_STATE', state } end

take_out(set, { job or { id = id } })
forget_if_empty(set)
tell_schedule(id, job and not was_delivered(job) and 'deleted' or 'gone')
if tube[3] then leave(tube[3], { JOB .. id }) end
forget_expiry({ id })
redis.call('UNLINK', JOB .. id)
redis.call('HINCRBY', TUBE, mode == 'discard' and 'discarded' or 'deleted', 1)
return { 'OK' }
