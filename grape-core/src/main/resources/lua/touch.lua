#!lua flags=allow-oom
-- Renews leases: retained -> retained, for another ttr from now.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it
-- Reply: OK · now · then for each job: deadline ms, JOB_NOT_FOUND, LEASE_LOST or UNREADABLE
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local reply, touched = { 'OK', NOW }, {}

local function admit(id, lease)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong end
  local deadline = string.format('%d', now + job.ttr)
  touched[#touched + 1] = deadline
  touched[#touched + 1] = id
  return deadline
end

for at = 2, #ARGV, 2 do
  reply[#reply + 1] = admit(ARGV[at], ARGV[at + 1])
end
if #touched > 0 then redis.call('ZADD', RETAIN, unpack(touched)) end
return reply
