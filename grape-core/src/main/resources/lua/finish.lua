#!lua flags=allow-oom
-- Finishes jobs: retained -> gone. A lease that ran out may still finish while nobody else was given the job.
-- ARGV 2.. for each job, no id twice: id · lease, '' = whoever holds it
-- Reply: OK · now · then for each job: OK, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

if redis.call('EXISTS', TUBE) == 0 then return { 'TUBE_NOT_FOUND' } end

local reply, retained, done, elsewhere = { 'OK', string.format('%.0f', now) }, {}, {}, {}
for at = 2, #ARGV, 2 do
  local id, lease = ARGV[at], ARGV[at + 1]
  local header, last = unpack(redis.call('HMGET', JOB .. id, 'h', 'l'), 1, 2)
  local result = 'OK'
  if not header then
    result = 'JOB_NOT_FOUND'
  elseif not last or (lease ~= '' and last ~= lease) then
    result = 'LEASE_LOST'
  else
    done[#done + 1] = JOB .. id
    if redis.call('ZSCORE', RETAIN, id) then
      retained[#retained + 1] = id
    else
      local _, _, _, priority = unpack_header(header)
      local set = locate(id, priority)
      elsewhere[#elsewhere + 1] = { set, id, priority }
    end
  end
  reply[#reply + 1] = result
end

if #done > 0 then
  if #retained > 0 then redis.call('ZREM', RETAIN, unpack(retained)) end
  for _, job in ipairs(elsewhere) do redis.call('ZREM', job[1], job[2]) end
  for _, job in ipairs(elsewhere) do forget_if_empty(job[1], job[3]) end
  redis.call('UNLINK', unpack(done))
  redis.call('HINCRBY', TUBE, 'finished', #done)
end
return reply
