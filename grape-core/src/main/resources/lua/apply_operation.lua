#!lua flags=allow-oom
-- Kicks or deletes jobs for an operation: those that are in the state it is about, and to which nothing has happened since
-- it was given its mark.
-- ARGV 2 hint channel · 3 tube name · 4 kick or delete · 5 failed, delayed or ready · 6 mark of the operation ·
--   7 1 = the tube knows the mark, 0 = an earlier release began it ·
--   8 delay ms of a kick · then for each job, no id twice: id
-- Reply: OK · how many were done · how many were passed over
-- Failures: TUBE_NOT_FOUND · FORGOTTEN: the tube does not know the mark any more

local tube, none = read_tube('parkedUntil', 'limits')
if not tube then return { none } end
read_marks()

local kind, state, mark, delay = ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[8])
if ARGV[7] == '1' and last_mark < mark then return { 'FORGOTTEN' } end
local due = now + delay
local jobs, keys, from, left = {}, {}, {}, {}

local function admit(id)
  local job = read_job(id)
  if not job or not is_as_at(job, mark) then return end
  local set, _, found = locate(id, job.priority)
  if found ~= state or set == RETAIN then return end
  jobs[#jobs + 1], keys[#keys + 1] = job, JOB .. id
  from[set], left[set] = from[set] or {}, job.priority
  table.insert(from[set], job)
  if kind == 'delete' then return end
  record_event(job, KICKED, now, delay)
  begin_anew(job)
  queue(id, job.priority, score_for(delay_set(job.priority), due), due)
  change(job, delay, job.priority)
end

for at = 9, #ARGV, 1 do admit(ARGV[at]) end

for set, some in pairs(from) do take_out(set, some) end
if kind == 'delete' and #jobs > 0 then
  if tube[4] then leave(tube[4], keys) end
  redis.call('UNLINK', unpack(keys))
  redis.call('HINCRBY', TUBE, 'deleted', #jobs)
elseif #jobs > 0 then
  for _, job in ipairs(jobs) do
    write_run(job)
    if state == 'failed' then redis.call('HDEL', JOB .. job.id, 'r') end
  end
  enqueue()
  redis.call('HINCRBY', TUBE, 'kicked', #jobs)
  hint(ARGV[2], ARGV[3], tube[3], due)
end
for set, priority in pairs(left) do forget_if_empty(set, priority) end
return { 'OK', tostring(#jobs), tostring(#ARGV - 8 - #jobs) }
