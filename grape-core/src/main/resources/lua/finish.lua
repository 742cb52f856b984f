#!lua flags=allow-oom
-- Finishes jobs: retained -> gone. A lease that ran out may still finish while nobody else was given the job.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it
-- Reply: OK · now · then for each job: OK, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

if not read_tube() then return { 'TUBE_NOT_FOUND' } end

local reply, ids, keys, count = { 'OK', NOW }, {}, {}, 0
-- Those whose lease ran out before, so that they are not among the retained ones any more.
local elsewhere = {}
for at = 2, #ARGV, 2 do
  local id = ARGV[at]
  local key = JOB .. id
  local run = try('HGET', key, 'x')
  if is_last_lease(run, ARGV[at + 1]) then
    count = count + 1
    ids[count], keys[count] = id, key
    if ran_out(run) then elsewhere[#elsewhere + 1] = read_job(id) end
    reply[#reply + 1] = 'OK'
  else
    reply[#reply + 1] = (run or redis.call('EXISTS', key) == 1) and 'LEASE_LOST' or 'JOB_NOT_FOUND'
  end
end
if count == 0 then return reply end

if count > #elsewhere then redis.call('ZREM', RETAIN, unpack(ids)) end
for _, job in ipairs(elsewhere) do
  local set = locate(job.id, job.priority)
  redis.call('ZREM', set, job.id)
  forget_if_empty(set, job.priority)
end
redis.call('UNLINK', unpack(keys))
redis.call('HINCRBY', TUBE, 'finished', count)
return reply
