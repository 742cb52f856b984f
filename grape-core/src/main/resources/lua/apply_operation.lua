#!lua flags=allow-oom
-- Kicks, deletes or moves jobs for an operation: those that are in the state it is about and have its key and label, and to which nothing
-- has happened since it was given its mark. What is moved is in its new tube already.
-- ARGV 2 hint channel · 3 tube name · 4 kick, delete or move · 5 failed, delayed or ready · 6 mark of the operation ·
--   7 1 = the tube knows the mark, 0 = an earlier release began it ·
--   8 delay ms of a kick · 9 key and 10 label of the jobs, '' = any · then for each job, no id twice: id
-- Reply: OK · how many were done · how many were passed over · then of a move for each of those that is live: id · created ms
-- Failures: TUBE_NOT_FOUND · FORGOTTEN: the tube does not know the mark any more

local tube, none = read_tube('parkedUntil', 'limits')
if not tube then return { none } end
read_marks()

local kind, state, mark, delay = ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[8])
if ARGV[7] == '1' and last_mark < mark then return { 'FORGOTTEN' } end
local due = now + delay
local jobs, keys, ids, from, passed_over = {}, {}, {}, {}, {}

local function admit(id)
  local job, set = picked(id, state, mark, ARGV[9], ARGV[10])
  if not job then
    passed_over[#passed_over + 1] = id
    return
  end
  jobs[#jobs + 1], keys[#keys + 1], ids[#ids + 1] = job, JOB .. id, id
  from[set] = from[set] or {}
  table.insert(from[set], job)
  if kind ~= 'kick' then return end
  record_event(job, KICKED, now, delay)
  begin_anew(job)
  if may_expire(job) and due >= job.expires then stop_expiry({ job }) end
  queue(job, place_again(job, due), due)
  if delay > 0 then tell_schedule(id, 'later') end
  change(job, delay, job.priority)
end

for at = 11, #ARGV, 1 do admit(ARGV[at]) end

for set, some in pairs(from) do take_out(set, some) end
if kind ~= 'kick' and #jobs > 0 then
  for _, job in ipairs(jobs) do tell_schedule(job.id, kind == 'delete' and not was_delivered(job) and 'deleted' or 'gone') end
  if tube[4] then leave(tube[4], keys) end
  forget_expiry(ids)
  redis.call('UNLINK', unpack(keys))
  redis.call('HINCRBY', TUBE, kind == 'move' and 'moved' or 'deleted', #jobs)
elseif #jobs > 0 then
  for _, job in ipairs(jobs) do
    write_run(job)
    if delay > 0 then rests_for(job, delay) end
    if state == 'failed' then redis.call('HDEL', JOB .. job.id, 'r') end
  end
  enqueue(keyed and lanes().resize)
  redis.call('HINCRBY', TUBE, 'kicked', #jobs)
  hint(ARGV[2], ARGV[3], tube[3], due)
end
for set in pairs(from) do forget_if_empty(set) end
local reply = { 'OK', tostring(#jobs), tostring(#passed_over) }
for _, id in ipairs(kind == 'move' and passed_over or {}) do
  local job = read_job(id)
  if job then
    reply[#reply + 1], reply[#reply + 2] = id, string.format('%d', created_at(job.data))
  end
end
return reply
