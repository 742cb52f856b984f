#!lua flags=allow-oom
-- Looks at the result of a job, and keeps until when somebody waits for one.
-- ARGV 2 id · 3 for how many ms somebody waits from now on, 0 = nobody does · 4 1 = with the result, 0 = the state alone
-- Reply: OK · state · of a finished one its result behind its content type, '' = none
-- Failures: TUBE_NOT_FOUND · UNREADABLE · why ·
--   NOT_KEPT · for how many ms finished jobs are kept · how many at most · how many bytes of them at most, '' = not so

local tube, none = read_tube('keepMost', 'keepBytes', 'watchedUntil')
if not tube then return { none } end

local id, wait = ARGV[2], tonumber(ARGV[3])
local job, why = read_job(id)
if why then return { 'UNREADABLE', why } end
local finished = not job and keeping and read_kept(id)
if finished then return { 'OK', 'finished', ARGV[4] == '1' and redis.call('HGET', finished.store, 'q') or '' } end
if not job then return { 'NOT_KEPT', keeping or '0', tube[3] or '', tube[4] or '' } end
if wait > 0 and (tonumber(tube[5] or 0) or 0) < now + wait then
  redis.call('HSET', TUBE, 'watchedUntil', string.format('%d', now + wait))
end
local _, _, state = locate(id, job.priority, job.key)
return { 'OK', state, '' }
