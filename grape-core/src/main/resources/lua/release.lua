#!lua flags=allow-oom
-- Releases jobs: retained -> delayed or ready; -> failed when the attempts are spent.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease, '' = whoever holds it · delay ms ·
--   priority, '' = as it was
-- Reply: OK · now · then for each job: delayed, ready, failed, JOB_NOT_FOUND or LEASE_LOST · score or ''
-- Failures: TUBE_NOT_FOUND

local parked_until, exists = unpack(redis.call('HMGET', TUBE, 'parkedUntil', 'ttr'), 1, 2)
if not exists then return { 'TUBE_NOT_FOUND' } end

local reply, released, spent, wake = { 'OK', string.format('%.0f', now) }, {}, {}, nil

local function admit(id, lease, delay, new_priority)
  local wrong, header, noe = check_lease(id, lease)
  if wrong then return wrong, '' end
  local created, _, ttr, priority, max_attempts, content_type = unpack_header(header)
  priority = tonumber(new_priority) or priority
  header = pack_header(created, delay, ttr, priority, max_attempts, content_type)
  if is_spent(noe, max_attempts) then
    spent[#spent + 1] = { id, header }
    return 'failed', ''
  end
  local score = next_score(delay_set(priority), now + delay)
  released[#released + 1] = { id, header, score, priority }
  wake = math.min(wake or score, score)
  return delay > 0 and 'delayed' or 'ready', string.format('%.17g', score)
end

for at = 4, #ARGV, 4 do
  local state, score = admit(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3])
  reply[#reply + 1] = state
  reply[#reply + 1] = score
end

for _, job in ipairs(released) do
  redis.call('ZREM', RETAIN, job[1])
  redis.call('HSET', JOB .. job[1], 'h', job[2])
  redis.call('HDEL', JOB .. job[1], 'l')
  enqueue(job[1], job[3], job[4])
end
for _, job in ipairs(spent) do
  redis.call('ZREM', RETAIN, job[1])
  redis.call('HSET', JOB .. job[1], 'h', job[2], 'r', SPENT)
  redis.call('HDEL', JOB .. job[1], 'l')
  redis.call('ZADD', FAILED, now, job[1])
end
if #released > 0 then redis.call('HINCRBY', TUBE, 'released', #released) end
if #spent > 0 then redis.call('HINCRBY', TUBE, 'buried', #spent) end
if wake then hint(ARGV[2], ARGV[3], parked_until, wake) end
return reply
