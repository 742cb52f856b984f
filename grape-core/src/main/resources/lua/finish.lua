#!lua flags=allow-oom
-- Finishes jobs: retained -> gone. A lease that ran out may still finish while nobody else was given the job.
-- ARGV 2.. for each job, no id twice: id · lease, '' = whoever holds it
-- Reply: OK · now · then for each job: OK, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

if not read_tube() then return { 'TUBE_NOT_FOUND' } end

local reply, ids, keys = { 'OK', string.format('%.0f', now) }, {}, {}
for at = 2, #ARGV, 2 do
  local id, lease = ARGV[at], ARGV[at + 1]
  local run = redis.call('HGET', JOB .. id, 'x')
  local last = 0
  if run then last = read_lease(run) end
  local result = 'OK'
  if last == 0 or (lease ~= '' and last ~= tonumber(lease)) then
    result = (run or redis.call('EXISTS', JOB .. id) == 1) and 'LEASE_LOST' or 'JOB_NOT_FOUND'
  else
    ids[#ids + 1] = id
    keys[#keys + 1] = JOB .. id
  end
  reply[#reply + 1] = result
end
if #ids == 0 then return reply end

-- The lease of a job that is not among the retained ones ran out before.
local elsewhere = {}
local deadlines = redis.call('ZMSCORE', RETAIN, unpack(ids))
for i, id in ipairs(ids) do
  if not deadlines[i] then elsewhere[#elsewhere + 1] = read_job(id) end
end
redis.call('ZREM', RETAIN, unpack(ids))
for _, job in ipairs(elsewhere) do
  local set = locate(job.id, job.priority)
  redis.call('ZREM', set, job.id)
  forget_if_empty(set, job.priority)
end
redis.call('UNLINK', unpack(keys))
redis.call('HINCRBY', TUBE, 'finished', #ids)
return reply
