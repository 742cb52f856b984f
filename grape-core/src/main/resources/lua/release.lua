#!lua flags=allow-oom
-- Releases jobs: retained -> delayed or ready; -> failed when the attempts are spent. One that has a successor begins anew.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it ·
--   delay ms, '' = as the tube's retry says, else none · priority, '' = as it was · ms that its key rests, '' = it does not;
--   else the execution is uncounted
-- Reply: OK · now · then for each job: delayed, ready, failed, SUCCESSOR, JOB_NOT_FOUND, LEASE_LOST, UNREADABLE, ORDERED: its priority
--   cannot be changed, or KEYLESS: there is no key that could rest · due ms or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil', 'limits', 'retry', 'successors')
if not tube then return { none } end

local reply, released, spent, succeeded, over, wake = { 'OK', NOW }, {}, {}, {}, 0, nil

local function admit(id, lease, asked, new_priority, rest)
  local job, wrong = read_leased(id, lease)
  if not job then return wrong, '' end
  local is_keyed = keyed and keyed ~= 'off' and job.key
  if rest ~= '' and not is_keyed then return 'KEYLESS', '' end
  if new_priority ~= '' and is_keyed and sharing().ordered then return 'ORDERED', '' end
  if rest ~= '' then
    sharing().rest(job.key, now + tonumber(rest))
    job.noe = job.noe - 1
  end
  local delay = tonumber(asked) or (rest ~= '' or is_spent(job)) and 0 or retry_delay(tube[5], job)
  record_event(job, is_spent(job) and RELEASED + AND_FAILED or RELEASED, now, delay)
  job.lease = 0
  job.next = tube[6] and successor_of(id)
  if job.next then
    succeeded[#succeeded + 1] = job
    if is_spent(job) then over = over + 1 end
    local due = queue_successor(id, job.next)
    wake = math.min(wake or due, due)
    return 'SUCCESSOR', string.format('%d', due)
  end
  change(job, delay, tonumber(new_priority) or job.priority)
  if is_spent(job) then
    spent[#spent + 1] = job
    return 'failed', ''
  end
  if delay > 0 and rests_for(job, delay) then delay = 0 end
  local place = place_again(job, now + delay)
  local due = math.floor(tonumber(place))
  queue(job, place, due)
  released[#released + 1] = job
  wake = math.min(wake or due, due)
  return due > now and 'delayed' or 'ready', string.format('%d', due)
end

for at = 4, #ARGV, 5 do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4])
end

for _, jobs in ipairs({ released, spent, succeeded }) do
  take_out(RETAIN, jobs)
  for _, job in ipairs(jobs) do
    if job.next then begin_successor(job.id, job.next, job.events, tube[4]) else write_run(job) end
  end
end
enqueue(keyed and lanes().resize)
fail(spent, now, SPENT)
if #released + #succeeded > over then redis.call('HINCRBY', TUBE, 'released', #released + #succeeded - over) end
count_failed_successors(over)
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
if tube[4] and #released + #spent + #succeeded > 0 then leave(tube[4], {}) end
return reply
