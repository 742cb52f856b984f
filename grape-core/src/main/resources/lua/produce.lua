#!lua
-- Produces jobs: none -> delayed or ready. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · options · headers, if it has any, and payload
-- Options: 1 byte of what to do with a live id, 0 keep, 1 replace, 2 reject, 1 byte, 1 = due, 0 = delay, 2 more = has headers,
--   6 bytes of that in ms, 6 bytes of ttr ms, 0 = the tube's, 4 bytes of priority, 4 bytes of maximum attempts, 2^32-1 = the
--   tube's, 2^32-2 = the tube's or, where those are the usual ones, endless, content type
-- Reply: OK · now · then for each job: created, replaced, kept, DUPLICATE or WRONG_STATE · due ms, or retained or failed; or
--   UNREADABLE · why
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed ·
--   UNREGISTERED · the token with which to tell it that it is in the registry

local OPTIONS, OF_TUBE, ENDLESS_UNLESS_SET = '>BBI6I6I4I4', 4294967295, 4294967294
local KEEP, REJECT = 0, 2
local WITH_HEADERS = 2
-- Above so many bytes a payload has a field of its own, so that what reads the header does not read it along.
local PAYLOAD_APART = 1024
local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'unregistered')
if not tube then return { leaving or none } end
if tube[5] then return { 'UNREGISTERED', tube[5] } end

local reply, replaced, created, wake = { 'OK', NOW }, {}, 0, nil

local function attempts_of(max_attempts)
  local of_tube = tonumber(tube[3])
  if max_attempts == ENDLESS_UNLESS_SET then return of_tube == USUAL_ATTEMPTS and 0 or of_tube end
  return max_attempts == OF_TUBE and of_tube or max_attempts
end

-- What jobs of the same options have in common: most of a run's, as a rule.
local plans = { [true] = {}, [false] = {} }
local function plan_of(options, is_apart)
  local known = plans[is_apart][options]
  if known then return known end
  local mode, kind, time, ttr, priority, max_attempts, at = struct.unpack(OPTIONS, options)
  local due = kind % 2 == 1 and time or now + time
  wake = math.min(wake or due, due)
  local plan = { mode = mode, spot = score_spot(delay_set(priority), due), members = members_of(priority, due),
    header = pack_header(math.max(0, due - now), ttr > 0 and ttr or tonumber(tube[1]), priority,
      attempts_of(max_attempts), options:sub(at), is_apart, kind >= WITH_HEADERS) }
  plans[is_apart][options] = plan
  return plan
end

-- What becomes of a job whose id is live; nil and where it is when it is to be replaced.
local function meet(id, mode)
  local before, why = read_job(id)
  if why then return 'UNREADABLE', why end
  local set, score, state = locate(id, before.priority)
  local place = (state == 'delayed' or state == 'ready') and string.format('%d', math.floor(score)) or state
  if mode == REJECT then return 'DUPLICATE', place end
  if mode == KEEP then return 'kept', place end
  if state == 'retained' then return 'WRONG_STATE', place end
  return nil, { id = id, set = set, priority = before.priority }
end

-- What has fields of its own, by field: large payloads, and with headers every payload. Nil when all is in the header's field.
local function apart_of(options, content)
  if options:byte(2) < WITH_HEADERS then return #content > PAYLOAD_APART and { 'p', content } or nil end
  local _, last = content:find('\n\n', 1, true)
  return { 'h', content:sub(1, last), 'p', content:sub(last + 1) }
end

local function admit(id, options, content)
  local key, apart, result = JOB .. id, apart_of(options, content), 'created'
  local plan = plan_of(options, apart ~= nil)
  local data = apart and plan.header or plan.header .. content
  if try('HSETNX', key, 'd', data) == 1 then
    created = created + 1
    if apart then redis.call('HSET', key, unpack(apart)) end
    keep_mark(id, now)
  else
    local met, place = meet(id, plan.mode)
    if met then return met, place end
    place.data, place.apart = data, apart
    replaced[#replaced + 1] = place
    result = 'replaced'
  end
  join(plan.members, next_in(plan.spot), id)
  return result, plan.spot.text
end

local count = 2
for at = 4, #ARGV, 3 do
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], ARGV[at + 2])
  count = count + 2
end
for _, old in ipairs(replaced) do
  local key = JOB .. old.id
  take_out(old.set, { old })
  forget_if_empty(old.set, old.priority)
  redis.call('DEL', key)
  redis.call('HSET', key, 'd', old.data)
  if old.apart then redis.call('HSET', key, unpack(old.apart)) end
  keep_mark(old.id, now)
end
-- An id that was there and had no hash was that of another job.
lose(enqueue())
if created + #replaced > 0 then keep_newest() end
if created > 0 then redis.call('HINCRBY', TUBE, 'produced', created) end
if created + #replaced > 0 then hint(ARGV[2], ARGV[3], tube[4], wake) end
return reply
