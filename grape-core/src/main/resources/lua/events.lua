-- What happened to a job, but for its deliveries. Stands before every script of a tube, after what is stored with a job.

-- Field e of a job: how many older events were dropped, then the events, the oldest first, each behind its length in a byte. An
-- event: what, ms, then of the execution that it ended, or is about, 0 = none, number, lease and due ms, then delay ms, or where it has
-- a reason, how many bytes that had, and the reason.
local EVENT, MAX_EVENTS, MAX_REASON_BYTES = '>BI6I4I7I6I6', 32, 200
-- The last one comes beside the first two: the job failed with it, because its attempts were spent.
local RELEASED, EXPIRED, BURIED, KICKED, HANDED_BACK, AND_FAILED = 1, 2, 3, 4, 5, 128
-- These ended no execution: a gate held it, was lifted, or buried it. The reason of the first two is the gate.
local GATE_HELD, GATE_LIFTED, GATE_BURIED = 6, 7, 8
-- The consumer that has it was asked to stop. Its execution goes on.
local CANCELLED = 9
-- The consumer that had it handed it over to the next.
local HANDED_OVER = 10
-- It was moved here. The reason is the tube that it comes from.
local MOVED = 12
-- It was changed in place: when it is due, how it is treated, or what it holds.
local CHANGED = 13
-- It was not begun in time, and was buried.
local EXPIRED_UNSTARTED = 14

-- The beginning of a text, not cut within a character of UTF-8.
local function shortened(text)
  local last = math.min(#text, MAX_REASON_BYTES)
  while last > 0 and last < #text and math.floor(text:byte(last + 1) / 64) == 2 do last = last - 1 end
  return text:sub(1, last)
end

-- Notes what happens to a job at a ms, before it does; what is noted is written with the run.
local function record_event(job, what, at, delay, reason)
  local before, count, from = job.events or '', 0, 5
  while from <= #before do count, from = count + 1, from + 1 + before:byte(from) end
  -- None yet, or not written by us.
  if from ~= #before + 1 then before, count = struct.pack('>I4', 0), 0 end
  if count >= MAX_EVENTS then before = struct.pack('>I4', struct.unpack('>I4', before) + 1) .. before:sub(6 + before:byte(5)) end
  local kind = what % AND_FAILED
  local ended = kind ~= KICKED and kind < MOVED and (kind < GATE_HELD or kind > GATE_BURIED)
  local event = struct.pack(EVENT, what, at, job.noe, ended and job.lease or 0, ended and math.floor(math.abs(job.score)) or 0, delay)
    .. shortened(reason or '')
  job.events, job.news_at = before .. string.char(#event) .. event, at
end

-- Whether a job was delivered before, or, with or_kicked, kicked. Where older events were dropped, it counts as one that was.
local function was_delivered(job, or_kicked)
  local events, from = job.events or '', 5
  if job.noe + job.earlier > 0 or #events > 4 and struct.unpack('>I4', events) > 0 then return true end
  while from < #events do
    local kind = events:byte(from + 1) % AND_FAILED
    if kind <= HANDED_BACK and (or_kicked or kind ~= KICKED) or kind == HANDED_OVER then return true end
    from = from + 1 + events:byte(from)
  end
  return false
end

-- When something last happened to a job, 0 = never; and what.
local function last_event(job)
  local events, last, from = job.events or '', nil, 5
  while from <= #events do last, from = from, from + 1 + events:byte(from) end
  if not last or #events < last + 7 then return 0 end
  return struct.unpack('>I6', events, last + 2), events:byte(last + 1)
end

-- Whether nothing has happened to a job since an operation was given its mark, its produce included.
local function is_as_at(job, mark)
  return (tonumber(job.mark or 0) or 0) < mark and created_at(job.data) <= mark and last_event(job) <= mark
end

-- Gives a job the last mark where the ms of what happens to it now would not tell that it happened afterwards.
local function keep_mark(id, at)
  read_marks()
  if at <= last_mark then redis.call('HSET', JOB .. id, 'm', string.format('%d', last_mark)) end
end

local function write_run(job)
  if job.failure or job.cancel or job.progress then redis.call('HDEL', JOB .. job.id, 'f', 'i', 'g') end
  if job.is_anew and job.earlier > 0 then redis.call('HSET', JOB .. job.id, 'a', string.format('%d', job.earlier)) end
  if not job.news_at then return redis.call('HSET', JOB .. job.id, 'x', pack_run(job)) end
  keep_newest()
  keep_mark(job.id, job.news_at)
  redis.call('HSET', JOB .. job.id, 'x', pack_run(job), 'e', job.events)
end
