#!lua flags=no-writes
-- Looks at one job.
-- ARGV 2 id
-- Reply: OK · state · score · run or '' · reason or '' · header, headers if any, and payload
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why

local tube, none = read_tube()
if not tube then return { none } end

local id = ARGV[2]
local job, why = read_job(id)
local data
if job then data, why = whole(job) end
if why then return { 'UNREADABLE', why } end
if not data then return { 'JOB_NOT_FOUND' } end
local _, score, state = locate(id, job.priority)
return { 'OK', state, string.format('%.17g', score), shown_run(job.run, job.earlier), redis.call('HGET', JOB .. id, 'r') or '', data }
