#!lua flags=allow-oom
-- Hands out one job by its id, whether the tube is paused or not: delayed, ready or failed -> retained, under a new lease. What a failed
-- one failed with is kept for its hand-back. A lease of it that has run out is ended first. The limits of the tube hold,
-- and its gates by key and label.
-- ARGV 2 id · 3 ms of the clock after which nobody waits for the reply, 0 = unknown
-- Reply: OK · now · run · header, headers if any, and payload
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state · UNREADABLE · why · GATED · gate · until ms or '' · now ·
--   EXPIRED · failed or gone: it was not begun in time, and that became of it ·
--   LIMITED · tube or key: it delivers nothing now · busy or paced, or of a key paused, stuck or rests ·
--   LATE · now: nothing was done, as nobody waits for the reply any more

if ARGV[3] ~= '0' and now > tonumber(ARGV[3]) then return { 'LATE', NOW } end
local tube, none = read_tube('lease', 'limits')
if not tube then return { none } end

local id = ARGV[2]
local job, why = read_job(id)
local data
if job then data, why = whole(job) end
if why then return { 'UNREADABLE', why } end
if not job then return { 'JOB_NOT_FOUND' } end
local set, score, state = locate(id, job.priority, job.key)
if state == 'retained' then return { 'WRONG_STATE', state } end

if set == RETAIN then
  end_leases({ id, string.format('%d', score) })
  job = read_job(id)
  data = whole(job)
  set, score, state = locate(id, job.priority, job.key)
end

if expiry and may_expire(job) and job.expires <= now then
  end_expired({ id }, tube[4])
  return { 'EXPIRED', buries and 'failed' or 'gone' }
end
local gate = gates and (gate_of_held(job, state) or gate_of(job.key, job.labels, function(one) return one.kind ~= 'all' end))
if gate then return { 'GATED', gate.name, gate.to and string.format('%d', gate.to) or '', NOW } end

local has_failed = state == 'failed'
local due = has_failed and (job.score == -1 and now or math.abs(job.score)) or score
local of_key = keyed and job.key and sharing()
if of_key then
  if count_leases(redis.call('HGET', TUBE, 'uncounted')) then return { 'LIMITED', 'key', 'busy' } end
  local most, held_by = of_key.allowance(job.key, { priority = job.priority, place = due, id = id })
  if most < 1 then return { 'LIMITED', 'key', held_by } end
end
local limits = tube[4] and read_limits(tube[4])
if limits and allowance(limits) < 1 then return { 'LIMITED', 'tube', select(2, limited_until(limits)) } end

local key, lease = JOB .. id, math.max((tonumber(tube[3]) or 0) + 1, now * 1024)
local run = next_run(job.run, lease, due)
take_out(set, { job })
forget_if_empty(set)
redis.call('HSET', key, 'x', run)
stop_expiry({ job })
begin_out_of_turn(id)
if has_failed then
  redis.call('HSET', key, 'f', struct.pack(FAILURE, lease, score) .. (redis.call('HGET', key, 'r') or ''))
  redis.call('HDEL', key, 'r')
end
local deadline = string.format('%d', now + job.ttr)
redis.call('ZADD', RETAIN, deadline, id)
if of_key then
  held_leases().hold({ { job.key, { deadline, id } } })
  of_key.pace(job.key, 1)
end
redis.call('HSET', TUBE, 'lease', string.format('%d', lease))
redis.call('HINCRBY', TUBE, 'consumed', 1)
if limits then pace_deliveries(limits, 1) end
return { 'OK', NOW, shown_run(run, job.earlier), with_checkpoint(data, redis.call('HGET', key, 'c')) }
