#!lua
-- Produces jobs: none -> delayed or ready. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · delay ms or '' · due ms or '' · ttr ms or '' ·
--   priority · maximum attempts or '' · keep, replace or reject · content type · payload
-- Reply: OK, then for each job: created, replaced, kept, DUPLICATE or WRONG_STATE · state · score or ''
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local FIELDS = 9
local tube = redis.call('HMGET', TUBE, 'ttr', 'maxAttempts', 'parkedUntil', 'deleting')
if tube[4] then return { 'DELETING' } end
if not tube[1] then return { 'TUBE_NOT_FOUND' } end

local writes, reply = {}, { 'OK' }
local created, wake = 0, nil

local function admit(at)
  local id, delay, due, ttr, priority, max_attempts, mode, content_type = unpack(ARGV, at, at + FIELDS - 2)
  priority = tonumber(priority)
  local before = redis.call('HGET', JOB .. id, 'h')
  local result, old_set, old_priority = 'created', nil, nil
  if before then
    old_priority = select(4, unpack_header(before))
    local set, score, state = locate(id, old_priority)
    if mode == 'reject' then return 'DUPLICATE', state, '' end
    if mode == 'keep' then
      return 'kept', state, (state == 'delayed' or state == 'ready') and string.format('%.17g', score) or ''
    end
    if state == 'retained' then return 'WRONG_STATE', state, '' end
    result, old_set = 'replaced', set
  else
    created = created + 1
  end
  if due == '' then
    delay = tonumber(delay)
    due = now + delay
  else
    due = tonumber(due)
    delay = math.max(0, due - now)
  end
  local score = next_score(delay_set(priority), due)
  local header = pack_header(now, delay, tonumber(ttr ~= '' and ttr or tube[1]), priority,
    tonumber(max_attempts ~= '' and max_attempts or tube[2]), content_type)
  writes[#writes + 1] = { id, score, priority, header, ARGV[at + FIELDS - 1], old_set, old_priority }
  wake = math.min(wake or score, score)
  return result, due > now and 'delayed' or 'ready', string.format('%.17g', score)
end

for at = 4, #ARGV, FIELDS do
  for _, value in ipairs({ admit(at) }) do reply[#reply + 1] = value end
end

for _, job in ipairs(writes) do
  local id, score, priority, header, payload, old_set, old_priority = unpack(job, 1, 7)
  if old_set then
    redis.call('ZREM', old_set, id)
    forget_if_empty(old_set, old_priority)
    redis.call('DEL', JOB .. id)
  end
  redis.call('HSET', JOB .. id, 'h', header, 'd', payload)
  enqueue(id, score, priority)
end
if created > 0 then redis.call('HINCRBY', TUBE, 'produced', created) end
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
return reply
