#!lua flags=allow-oom
-- Undoes hand-outs that no consumer got: retained -> ready, in the place it had, this execution uncounted.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease
-- Reply: OK · how many were given back; a lease that is not current any more, or ran out, is passed over
-- Failures: none

local parked_until = redis.call('HGET', TUBE, 'parkedUntil')
local jobs, wake = {}, nil
for at = 4, #ARGV, 2 do
  local id, lease = ARGV[at], ARGV[at + 1]
  local header, last, noe, score = unpack(redis.call('HMGET', JOB .. id, 'h', 'l', 'n', 'u'), 1, 4)
  local deadline = redis.call('ZSCORE', RETAIN, id)
  if header and last == lease and deadline and tonumber(deadline) > now then
    local _, _, _, priority = unpack_header(header)
    jobs[#jobs + 1] = { id, tonumber(noe) - 1, tonumber(score), priority }
    wake = math.min(wake or tonumber(score), tonumber(score))
  end
end

for _, job in ipairs(jobs) do
  local key = JOB .. job[1]
  redis.call('ZREM', RETAIN, job[1])
  redis.call('HDEL', key, 'l', 'u')
  if job[2] > 0 then redis.call('HSET', key, 'n', job[2]) else redis.call('HDEL', key, 'n') end
  enqueue(job[1], job[3], job[4])
end
if #jobs > 0 then redis.call('HINCRBY', TUBE, 'consumed', -#jobs) end
if wake then hint(ARGV[2], ARGV[3], parked_until, wake) end
return { 'OK', tostring(#jobs) }
