#!lua flags=allow-oom
-- Looks at finished jobs whose keys a scan found: lists those that are kept and are not listed, and forgets those of a live job, those that
-- cannot be read, and those of a tube that keeps none.
-- ARGV 2.. for each job, no id twice: id
-- Reply: OK · how many were listed or forgotten
-- Failures: none

local _, none, leaving = read_tube()
if none == 'LATER_RELEASE' then return { none } end
if leaving then return { 'OK', '0' } end

local mended = 0
local function look_at(id)
  local job = not none and keeping and read_kept(id)
  local is_listed_there = redis.call('ZSCORE', part('done'), id)
  if job and redis.call('EXISTS', JOB .. id) == 0 then
    if is_listed_there then return end
    redis.call('ZADD', part('done'), string.format('%d', job.ended), id)
    count_kept(redis.call('ZRANK', part('done'), id), bytes_kept(id), 1)
  elseif none or not forget_kept(id) then
    redis.call('UNLINK', part('f:' .. id))
    redis.call('ZREM', part('done'), id)
  end
  mended = mended + 1
end

for at = 2, #ARGV, 1 do
  look_at(ARGV[at])
end
return { 'OK', tostring(mended) }
