#!lua
-- Takes over jobs of another store: none -> delayed, ready or failed, as they were there. A job that is there or remembered stays as it is.
-- A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · 4 1 = each id once, even if its job is gone since, and none is refused ·
--   then for each job, no id twice: id · options · content, both as produce has them, due at a ms · created ms, 0 = now ·
--   failed ms, 0 = it waits · reason of a failed one · executions since its last kick · those before ·
--   1 = it was begun, so it does not expire · checkpoint, '' = none · ms at which it is due at the latest, '' = no such ms
-- Reply: OK · now · then for each job, as produce has it: created, kept, UNREADABLE, TUBE_FULL or GATED · due ms, or where it is, finished:
--   its id is remembered or was taken over before; or why not
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed ·
--   UNREGISTERED · the token with which to tell it that it is in the registry

local ADOPTED = part('adopted')
local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'unregistered', 'limits')
if not tube then return { leaving or none } end
if tube[5] then return { 'UNREGISTERED', tube[5] } end

local reply, made, wake, expiring = { 'OK', NOW }, 0, nil, {}
local caps = tube[6] and read_caps(tube[6])
local before, ended = doubles(caps), window and remembered(ARGV, 5, 11) or {}

-- Why there is no room, and which gate or cap says so; nil = there is. A failed job is none that a key counts.
local function refusal(key, tags, size, has_failed)
  if ARGV[4] == '1' then return end
  local gate = gates and gate_against(tags, key)
  if gate then return 'GATED', gate end
  local cap = caps and cap_against(caps, key, size) or keyed and not has_failed and key_cap(tags, key)
  if cap then return 'TUBE_FULL', cap end
end

local function has_ended(id, key)
  if ARGV[4] == '1' and redis.call('SADD', ADOPTED, id) == 0 then return true end
  return ended[id] and redis.call('EXISTS', key) == 0
end

local function expire(key, id, expires, is_begun)
  if is_begun then
    redis.call('HSET', key, 'u', '-' .. expires)
  else
    expiring[#expiring + 1], expiring[#expiring + 2] = expires, id
  end
end

-- Of places in a lane it is known only in which ms they were, and failed jobs come last. So that they are ahead of those that wait for
-- them, they get the first half of the places of a ms, by when they failed.
local HALF, STEP = 0.5, 2 ^ -11
local function place_of_failed(job, due)
  local last = last_failed_place(delay_set(job.priority, job.key), due, due + HALF)
  return last and math.min(last + STEP, due + HALF - STEP) or due
end

local function place_of_waiting(job, due)
  local spot = score_spot(delay_set(job.priority, job.key), due)
  if keyed and job.key and sharing().ordered then spot.taken = math.max(spot.taken, math.floor((spot.last + 1) * HALF)) end
  return next_in(spot)
end

-- Puts it where it was: where that is.
local function place(job, due, failed)
  if failed > 0 then
    redis.call('ZADD', FAILED, score_for(FAILED, failed), job.id)
    if keyed and job.key then
      keep_place(job, place_of_failed(job, due))
      write_run(job)
      held_leases().stick({ job })
    end
    return 'failed'
  end
  queue(job, place_of_waiting(job, due), due)
  wake = math.min(wake or due, due)
  return string.format('%d', due)
end

local function adopt(id, options, content, created, failed, reason, executions, earlier, is_begun, checkpoint, bound)
  local key, kind, tags, size = JOB .. id, options:byte(2), {}, #content
  if has_ended(id, key) then return 'kept', 'finished' end
  created, failed, executions, earlier = tonumber(created), tonumber(failed), tonumber(executions), tonumber(earlier)
  if kind % WITH_WINDOW >= WITH_TAGS then tags, content, size = split_tags(content) end
  -- Only a time of its own: that of the tube counts from a produce.
  local plan = read_options(options, tube[3])
  local is_apart = plan.has_headers or #content > PAYLOAD_APART
  local since = created > 0 and created or now
  local data = pack_header(math.max(0, plan.due - since), plan.ttr > 0 and plan.ttr or tonumber(tube[1]), plan.priority,
    plan.max_attempts, plan.content_type, is_apart, plan.has_headers, since) .. (is_apart and '' or content)
  local why, which = refusal(key, tags, size, failed > 0)
  if why then return why, which end
  if try('HSETNX', key, 'd', data) ~= 1 then return before.meet(id, plan, data, {}, size) end
  made = made + 1
  local fields = fields_of(content, is_apart, plan.has_headers, tags)
  for _, value in ipairs(plan.own or {}) do fields[#fields + 1] = value end
  if checkpoint ~= '' then fields[#fields + 1], fields[#fields + 2] = 'c', checkpoint end
  if bound ~= '' then fields[#fields + 1], fields[#fields + 2] = 'b', bound end
  if failed > 0 then fields[#fields + 1], fields[#fields + 2] = 'r', reason end
  if earlier > 0 then fields[#fields + 1], fields[#fields + 2] = 'a', string.format('%d', earlier) end
  if #fields > 0 then redis.call('HSET', key, unpack(fields)) end
  if plan.expires then expire(key, id, plan.expires, is_begun == '1') end
  if plan.has_window and not window then begin_to_remember() end
  if keeping then forget_kept(id) end
  if caps then count_in(caps, key, size) end
  if since <= last_mark then redis.call('HSET', key, 'm', string.format('%d', math.max(now, last_mark))) end
  local job = read_job(id)
  if executions > 0 then
    job.noe, job.lease, job.score = executions, 0, -1
    redis.call('HSET', key, 'x', pack_run(job))
  end
  return 'created', place(job, plan.due, failed)
end

read_marks()
for at = 5, #ARGV, 11 do
  reply[#reply + 1], reply[#reply + 2] = adopt(unpack(ARGV, at, at + 10))
end
lose(enqueue(keyed and lanes().resize))
let_expire(expiring)
if caps and caps.bytes then redis.call('HSET', TUBE, 'bytes', string.format('%d', caps.used)) end
if made > 0 then
  keep_newest()
  redis.call('HINCRBY', TUBE, 'produced', made)
end
if wake then hint(ARGV[2], ARGV[3], tube[4], wake) end
return reply
