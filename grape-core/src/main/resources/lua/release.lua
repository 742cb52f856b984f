#!lua flags=allow-oom
-- Releases jobs: retained -> delayed or ready; -> failed when the attempts are spent.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it ·
--   delay ms · priority, '' = as it was
-- Reply: OK · now · then for each job: delayed, ready, failed, JOB_NOT_FOUND, LEASE_LOST or UNREADABLE · due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil', 'limits')
if not tube then return { none } end

local reply, released, spent, wake = { 'OK', NOW }, {}, {}, nil

local function admit(id, lease, delay, new_priority)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  record_event(job, is_spent(job) and RELEASED + AND_FAILED or RELEASED, now, delay)
  job.lease = 0
  change(job, delay, tonumber(new_priority) or job.priority)
  if is_spent(job) then
    spent[#spent + 1] = job
    return 'failed', ''
  end
  local due = now + delay
  queue(id, job.priority, score_for(delay_set(job.priority), due), due)
  released[#released + 1] = job
  wake = math.min(wake or due, due)
  return delay > 0 and 'delayed' or 'ready', string.format('%d', due)
end

for at = 4, #ARGV, 4 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3])
end

for _, jobs in ipairs({ released, spent }) do
  take_out(RETAIN, jobs)
  for _, job in ipairs(jobs) do write_run(job) end
end
enqueue()
fail(spent, now, SPENT)
if #released > 0 then redis.call('HINCRBY', TUBE, 'released', #released) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
if tube[4] and #released + #spent > 0 then leave(tube[4], {}) end
return reply
