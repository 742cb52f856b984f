#!lua
-- Changes a job in place: delayed, ready, gated or failed -> delayed, ready or failed; of a retained one what does not belong to its
-- delivery. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · 4 id · 5 rev that it must have, '' = any · 6 due ms, here and in what follows '' = as it
--   is · 7 delay ms · 8 priority · 9 ttr ms · 10 maximum attempts · 11 labels, - = none · 12 payload: the length of its content type in a
--   byte, that, and its bytes
-- Reply: OK · what shown_job shows of it
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why · CHANGED_SINCE: it has another rev · WRONG_STATE · state ·
--   ORDERED: its priority cannot be changed · TUBE_FULL: there is no room for more bytes ·
--   EXPIRES · ms: it would be due no sooner than it expires

local tube, none = read_tube('parkedUntil', 'limits')
if not tube then return { none } end

local id, rev, due, delay, priority = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local ttr, max_attempts, labels, payload = ARGV[9], ARGV[10], ARGV[11], ARGV[12]
local job, why = read_job(id)
if why then return { 'UNREADABLE', why } end
if not job then return { 'JOB_NOT_FOUND' } end
if rev ~= '' and rev ~= rev_of(job) then return { 'CHANGED_SINCE' } end
local set, at, state = locate(id, job.priority, job.key)
if set == RETAIN and state ~= 'retained' then
  end_leases({ id, string.format('%d', at) })
  job = read_job(id)
  set, at, state = locate(id, job.priority, job.key)
end

local is_held, moves = state == 'retained', due ~= '' or delay ~= ''
if is_held and (moves or payload ~= '') or state == 'failed' and moves then return { 'WRONG_STATE', state } end
if priority ~= '' and keyed and keyed ~= 'off' and job.key and sharing().ordered then return { 'ORDERED' } end
local key, flags, body, content_type = JOB .. id, job.data:byte(2), nil, ''

-- What it holds now: its payload, nil where that is apart, and its content type.
local function read_content()
  local base, head = header_bytes(job.data, flags % 32), header_bytes(job.data, flags)
  if not job.is_apart then body = job.data:sub(head + 1) end
  if flags % 32 >= 16 then content_type = JSON elseif head > base then content_type = job.data:sub(base + 2, head) end
  return body and #body or redis.call('HSTRLEN', key, 'p')
end

local due_at = tonumber(due) or moves and now + tonumber(delay) or math.floor(at)
if moves and may_expire(job) and due_at >= job.expires then return { 'EXPIRES', string.format('%d', job.expires) } end

-- How many bytes more it has afterwards.
local growth = -read_content()
if payload ~= '' then content_type, body = struct.unpack('>Bc0', payload), payload:sub(payload:byte(1) + 2) end
growth = growth + (body and #body or -growth)
if labels ~= '' then
  growth = growth - #(job.labels or '')
  job.labels = labels ~= '-' and labels or nil
  growth = growth + #(job.labels or '')
end
local caps = tube[4] and growth ~= 0 and read_caps(tube[4])
local size = caps and caps.bytes and size_of(key, caps.since) or 0
if size > 0 and lacks_bytes(caps, growth) then return { 'TUBE_FULL' } end

-- Where its place tells something else than before, it waits anew. What a gate holds by its labels may not be held any more.
local waits_anew = moves or state == 'gated' and labels ~= ''
  or not is_held and state ~= 'failed' and (tonumber(priority) or job.priority) ~= job.priority
if moves then job.delay = math.max(0, due_at - now) end
record_event(job, CHANGED, now, moves and job.delay or 0)
job.priority, job.ttr = tonumber(priority) or job.priority, tonumber(ttr) or job.ttr
job.max_attempts = tonumber(max_attempts) or job.max_attempts
if waits_anew then
  job.score = -1
  if moves and due_at > now then tell_schedule(id, 'later') end
  queue(job, score_for(delay_set(job.priority, job.key), due_at), due_at)
  take_out(set, { { id = id, key = job.key } })
  forget_if_empty(set)
  redis.call('HDEL', key, 'y')
end
-- The header says it all from now on.
job.changed = false
local is_apart = job.has_headers or body and #body > PAYLOAD_APART or not body
job.data = pack_header(job.delay, job.ttr, job.priority, job.max_attempts, content_type, is_apart, job.has_headers, created_at(job.data))
  .. (is_apart and '' or body)

redis.call('HSET', key, 'd', job.data, 'x', pack_run(job), 'e', job.events)
keep_newest()
keep_mark(id, now)
if payload ~= '' and is_apart then redis.call('HSET', key, 'p', body) elseif not is_apart then redis.call('HDEL', key, 'p') end
if labels ~= '' then
  if job.labels then redis.call('HSET', key, 't', job.labels) else redis.call('HDEL', key, 't') end
end
if size > 0 then
  count_in(caps, key, size + growth, size)
  redis.call('HSET', TUBE, 'bytes', string.format('%d', caps.used))
end
if waits_anew then
  enqueue(keyed and lanes().resize)
  hint(ARGV[2], ARGV[3], tube[3], due_at)
end
local shown, flaw = shown_job(read_job(id))
return shown or { 'UNREADABLE', flaw }
