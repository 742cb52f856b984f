#!lua flags=no-writes
-- Looks at what happened to one job.
-- ARGV 2 id
-- Reply: OK · state · score · created ms · delay ms of its produce · run or '' · events or '' · reason of those whose attempts were
--   spent
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why

local tube, none = read_tube()
if not tube then return { none } end

local id = ARGV[2]
local job, why = read_job(id)
if why then return { 'UNREADABLE', why } end
job = job or keeping and read_kept(id)
if not job then return { 'JOB_NOT_FOUND' } end
local score, state = job.ended, 'finished'
if not job.ended then score, state = select(2, locate(id, job.priority, job.key)) end
local created = created_at(job.data)
local delay = read_header({ delay = 0 }, job.data).delay
return { 'OK', state, string.format('%.17g', score), string.format('%d', created), string.format('%d', delay), job.run or '',
  job.events or '', SPENT }
