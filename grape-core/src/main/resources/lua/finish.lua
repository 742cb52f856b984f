#!lua flags=allow-oom
-- Finishes jobs: retained -> gone. A lease that ran out may still finish while nobody else was given the job.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it
-- Reply: OK · now · then for each job: OK, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

-- Those whose lease stands are retained ones; those whose lease ran out before are so no more.
local reply, keys, held, elsewhere = { 'OK', NOW }, {}, {}, {}
for at = 2, #ARGV, 2 do
  local id = ARGV[at]
  local key = JOB .. id
  local run = try('HGET', key, 'x')
  if is_last_lease(run, ARGV[at + 1]) then
    keys[#keys + 1] = key
    if ran_out(run) then
      elsewhere[#elsewhere + 1] = read_job(id) or { id = id, priority = search(id) }
    else
      held[#held + 1] = id
    end
    reply[#reply + 1] = 'OK'
  else
    reply[#reply + 1] = (run or redis.call('EXISTS', key) == 1) and 'LEASE_LOST' or 'JOB_NOT_FOUND'
  end
end
if #keys == 0 then return reply end

-- One whose lease could not be ended is among the failed ones, as it cannot be read, or was missing then and has turned up.
local absent = #held > 0 and #held - redis.call('ZREM', RETAIN, unpack(held)) or 0
if absent > 0 then absent = absent - redis.call('ZREM', FAILED, unpack(held)) end
if absent > 0 then lose(forget_missing(held) - absent) end
for _, job in ipairs(elsewhere) do
  local set = locate(job.id, job.priority)
  take_out(set, { job })
  forget_if_empty(set, job.priority)
end
redis.call('UNLINK', unpack(keys))
redis.call('HINCRBY', TUBE, 'finished', #keys)
return reply
