#!lua flags=allow-oom
-- Renews leases: retained -> retained, for another ttr from now.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · how far it is: percent, 255 = none, and a note,
--   '' = as it was
-- Reply: OK · now · then for each job: deadline ms, JOB_NOT_FOUND, LEASE_LOST or UNREADABLE · where its consumer is asked to stop, since
--   when in ms, and the reason, else ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local reply, touched, held = { 'OK', NOW }, {}, {}

local function admit(id, lease, progress)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  local deadline = string.format('%d', now + job.ttr)
  if progress ~= '' then redis.call('HSET', JOB .. id, 'g', struct.pack('>I7I6', job.lease, now) .. progress) end
  touched[#touched + 1] = deadline
  touched[#touched + 1] = id
  if keyed and job.key then held[#held + 1] = { job.key, { deadline, id } } end
  return deadline, shown_cancel(job)
end

for at = 2, #ARGV, 3 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(unpack(ARGV, at, at + 2))
end
if #touched > 0 then redis.call('ZADD', RETAIN, unpack(touched)) end
if #held > 0 then held_leases().hold(held) end
return reply
