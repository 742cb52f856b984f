#!lua flags=no-writes
-- Looks at one job.
-- ARGV 2 id
-- Reply: OK · what shown_job shows of it
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why · REMEMBERED · until ms: it has ended, and its id is remembered

local tube, none = read_tube()
if not tube then return { none } end

local id = ARGV[2]
local job, why = read_job(id)
local shown
if job then shown, why = shown_job(job) end
if why then return { 'UNREADABLE', why } end
local finished = not job and keeping and read_kept(id)
if shown or finished then return shown or shown_kept(finished) end
local known_until = window and remembered_until(id)
return known_until and { 'REMEMBERED', string.format('%d', known_until) } or { 'JOB_NOT_FOUND' }
