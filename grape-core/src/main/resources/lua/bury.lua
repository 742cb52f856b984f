#!lua flags=allow-oom
-- Buries jobs: retained -> failed.
-- ARGV 2.. for each job, no id twice: id · lease, '' = whoever holds it · reason · priority, '' = as it was
-- Reply: OK · now · then for each job: failed, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

if redis.call('EXISTS', TUBE) == 0 then return { 'TUBE_NOT_FOUND' } end

local reply, buried = { 'OK', string.format('%.0f', now) }, {}

local function admit(id, lease, reason, new_priority)
  local wrong, header = check_lease(id, lease)
  if wrong then return wrong end
  local created, delay, ttr, priority, max_attempts, content_type = unpack_header(header)
  header = pack_header(created, delay, ttr, tonumber(new_priority) or priority, max_attempts, content_type)
  buried[#buried + 1] = { id, header, reason }
  return 'failed'
end

for at = 2, #ARGV, 4 do
  reply[#reply + 1] = admit(unpack(ARGV, at, at + 3))
end

for _, job in ipairs(buried) do
  redis.call('ZREM', RETAIN, job[1])
  redis.call('HSET', JOB .. job[1], 'h', job[2], 'r', job[3])
  redis.call('HDEL', JOB .. job[1], 'l')
  redis.call('ZADD', FAILED, now, job[1])
end
if #buried > 0 then redis.call('HINCRBY', TUBE, 'buried', #buried) end
return reply
