#!lua
-- Produces jobs: none -> delayed or ready. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · options · payload
-- Options: 1 byte of what to do with a live id, 0 keep, 1 replace, 2 reject, 1 byte, 1 = due, 0 = delay, 6 bytes of that in ms,
--   6 bytes of ttr ms, 0 = the tube's, 4 bytes of priority, 4 bytes of maximum attempts, 2^32-1 = the tube's, content type
-- Reply: OK · now · then for each job: created, replaced, kept, DUPLICATE or WRONG_STATE · due ms, or retained or failed
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local FIELDS = 3
local OPTIONS, OF_TUBE = '>BBI6I6I4I4', 4294967295
local KEEP, REJECT = 0, 2
-- Above so many bytes a payload has a field of its own, so that what reads the header does not read it along.
local PAYLOAD_APART = 1024
local tube, missing = read_tube('maxAttempts', 'parkedUntil')
if not tube then return { missing } end

local tube_ttr, tube_attempts = tonumber(tube[1]), tonumber(tube[3])

local keys = {}
for at = 4, #ARGV, FIELDS do keys[#keys + 1] = JOB .. ARGV[at] end
local all_new = redis.call('EXISTS', unpack(keys)) == 0

local writes, replaced, reply = {}, {}, { 'OK', string.format('%.0f', now) }
local wake = nil

-- What becomes of a job whose id is live; nil when it is to be replaced.
local function meet(before, mode)
  local set, score, state = locate(before.id, before.priority)
  local place = (state == 'delayed' or state == 'ready') and string.format('%.0f', math.floor(score)) or state
  if mode == REJECT then return 'DUPLICATE', place end
  if mode == KEEP then return 'kept', place end
  if state == 'retained' then return 'WRONG_STATE', place end
  replaced[#replaced + 1] = { before.id, set, before.priority }
  return nil
end

local function admit(id, options, payload)
  local mode, is_due, time, ttr, priority, max_attempts, at = struct.unpack(OPTIONS, options)
  local before = not all_new and read_job(id)
  if before then
    local result, place = meet(before, mode)
    if result then return result, place end
  end
  local due = is_due == 1 and time or now + time
  local is_apart = #payload > PAYLOAD_APART
  local header = pack_header(math.max(0, due - now), ttr > 0 and ttr or tube_ttr, priority,
    max_attempts ~= OF_TUBE and max_attempts or tube_attempts, options:sub(at), is_apart)
  local score = next_score(delay_set(priority), due)
  writes[#writes + 1] = { id = id, due = score, priority = priority, data = is_apart and header or header .. payload,
    apart = is_apart and payload }
  wake = math.min(wake or score, score)
  return before and 'replaced' or 'created', string.format('%.0f', due)
end

for at = 4, #ARGV, FIELDS do
  local count = #reply
  reply[count + 1], reply[count + 2] = admit(ARGV[at], ARGV[at + 1], ARGV[at + 2])
end

for _, old in ipairs(replaced) do
  local id, set, priority = unpack(old)
  redis.call('ZREM', set, id)
  forget_if_empty(set, priority)
  redis.call('DEL', JOB .. id)
end
for _, job in ipairs(writes) do
  if job.apart then
    redis.call('HSET', JOB .. job.id, 'd', job.data, 'p', job.apart)
  else
    redis.call('HSET', JOB .. job.id, 'd', job.data)
  end
end
enqueue(writes)
if #writes > #replaced then redis.call('HINCRBY', TUBE, 'produced', #writes - #replaced) end
if wake then hint(ARGV[2], ARGV[3], tube[4], wake) end
return reply
