#!lua
-- Makes jobs that an operation moves here: none -> delayed, ready or failed, as they are where they come from. A full Redis refuses it as a
-- whole.
-- ARGV 2 hint channel · 3 tube name · 4 operation · 5 tube where they come from · 6 failed, delayed or ready ·
--   then for each job, no id twice: id · its score, that is when it is due, or when it failed · its fields, packed
-- Reply: OK · then for each job: 1, or 0 when it was not made: its id is live, or a cap or a gate refuses it
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed · UNREGISTERED

local tube, none, leaving = read_tube('parkedUntil', 'unregistered', 'limits')
if not tube then return { leaving or none } end
if tube[4] then return { 'UNREGISTERED' } end

local operation, from, has_failed, reply, made, wake, expiring = ARGV[4], ARGV[5], ARGV[6] == 'failed', { 'OK' }, 0, nil, {}
local caps = tube[5] and read_caps(tube[5])

-- The tags of a job, the key first, and how many bytes it has, as its produce counted them: what happened to it since is not among them.
local function measure(fields)
  local tags, data = {}, fields.d
  for _, name in ipairs({ 'k', 't' }) do
    if fields[name] then tags[#tags + 1], tags[#tags + 2] = name, fields[name] end
  end
  local size = #data - header_bytes(data, data:byte(2)) + #(fields.h or '') + #(fields.p or '')
  return tags, #tags == 0 and size or size + TAGS_BYTES + #(fields.k or '') + #(fields.t or '')
end

-- A failed job is none that a key counts.
local function is_refused(key, tags, size)
  return gates and gate_against(tags, key) or caps and cap_against(caps, key, size) or keyed and not has_failed and key_cap(tags, key)
end

-- Where a failed job comes back to its key: in the place that it had, or by when it was due if it was never delivered.
local function place_of_failed(job)
  if job.score ~= -1 then return math.abs(job.score) end
  return score_for(delay_set(job.priority, job.key), created_at(job.data) + job.delay)
end

local function place(id, score)
  local job, at = read_job(id), math.floor(time_of(score))
  local is_ordered, in_lane = keyed and job.key and sharing().ordered, has_failed and keyed and job.key and place_of_failed(job)
  job.lease, job.score = 0, -1
  if in_lane then keep_place(job, in_lane) end
  record_event(job, MOVED, now, #from, from)
  write_run(job)
  if has_failed then
    redis.call('ZADD', FAILED, score_for(FAILED, at), id)
    if keyed then held_leases().stick({ job }) end
  else
    -- In the places that they had, failed jobs and those that wait for them stay in their order, whichever come first.
    queue(job, is_ordered and string.format('%.17g', score) or score_for(delay_set(job.priority, job.key), at), at)
    wake = math.min(wake or at, at)
  end
end

local function make(id, at, fields)
  local key = JOB .. id
  local tags, size = measure(fields)
  -- A slice that was cut off is repeated.
  if redis.call('EXISTS', key) == 1 then return try('HGET', key, 'o') == operation end
  if is_refused(key, tags, size) then return false end
  redis.call('HSET', key, 'o', operation)
  if fields.v and not window then begin_to_remember() end
  if (tonumber(fields.u) or 0) > 0 then expiring[#expiring + 1], expiring[#expiring + 2] = fields.u, id end
  for name, value in pairs(fields) do redis.call('HSET', key, name, value) end
  place(id, at)
  if keeping then forget_kept(id) end
  if caps then count_in(caps, key, size) end
  made = made + 1
  return true
end

for at = 7, #ARGV, 3 do
  reply[#reply + 1] = make(ARGV[at], tonumber(ARGV[at + 1]), cmsgpack.unpack(ARGV[at + 2])) and '1' or '0'
end
lose(enqueue(keyed and lanes().resize))
let_expire(expiring)
if caps and caps.bytes then redis.call('HSET', TUBE, 'bytes', string.format('%d', caps.used)) end
if made > 0 then redis.call('HINCRBY', TUBE, 'produced', made) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
return reply
