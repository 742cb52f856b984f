#!lua flags=no-writes
-- Looks at one job.
-- ARGV 2 id
-- Reply: OK · what shown_job shows of it
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why

local tube, none = read_tube()
if not tube then return { none } end

local job, why = read_job(ARGV[2])
local shown
if job then shown, why = shown_job(job) end
if why then return { 'UNREADABLE', why } end
return shown or { 'JOB_NOT_FOUND' }
