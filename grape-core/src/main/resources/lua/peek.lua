#!lua flags=no-writes
-- Looks at one job.
-- ARGV 2 id
-- Reply: OK · state · score · run or '' · reason or '' · header, headers if any, and payload · where its
--   consumer is asked to stop, since when in ms, and the reason, else '' ·
--   as shown_progress
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why

local tube, none = read_tube()
if not tube then return { none } end

local id = ARGV[2]
local job, why = read_job(id)
local data, reason, checkpoint
if job then data, why = whole(job) end
if why then return { 'UNREADABLE', why } end
if not data then return { 'JOB_NOT_FOUND' } end
local _, score, state = locate(id, job.priority, job.key)
reason, checkpoint = unpack(redis.call('HMGET', JOB .. id, 'r', 'c'))
return { 'OK', state, string.format('%.17g', score), shown_run(job.run, job.earlier), reason or '', with_checkpoint(data, checkpoint),
  state == 'retained' and shown_cancel(job) or '', state == 'retained' and shown_progress(job) or '' }
