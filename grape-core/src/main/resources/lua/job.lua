-- What is stored with a job, see docs/storage.md. Stands before every script of a tube, after the prelude.

-- The content type application/json, short.
local JSON = '\1'

-- Field d of a job, written once: version, flags, created ms, then what the flags name, in their order, then the payload.
local HEADER, VERSION = '>BBI6', 1
local WITH = { delay = 1, ttr = 2, priority = 4, attempts = 8, json = 16, content_type = 32, payload_apart = 64 }
local USUAL_TTR, USUAL_ATTEMPTS = 60000, 20
local function pack_header(delay, ttr, priority, max_attempts, content_type, is_apart)
  local flags, rest = 0, ''
  local function add(flag, format, value)
    flags = flags + flag
    rest = rest .. struct.pack(format, value)
  end
  if delay > 0 then add(WITH.delay, '>I6', delay) end
  if ttr ~= USUAL_TTR then add(WITH.ttr, '>I6', ttr) end
  if priority ~= DEFAULT_PRIORITY then add(WITH.priority, '>I4', priority) end
  if max_attempts ~= USUAL_ATTEMPTS then add(WITH.attempts, '>I4', max_attempts) end
  if content_type == JSON then
    flags = flags + WITH.json
  elseif content_type ~= '' then
    add(WITH.content_type, '>B', #content_type)
    rest = rest .. content_type
  end
  if is_apart then flags = flags + WITH.payload_apart end
  return struct.pack(HEADER, VERSION, flags, now) .. rest
end

-- What a transition needs of it: delay ms, ttr ms, priority, maximum attempts, and whether the payload has a field of its own.
local function read_header(data)
  local version, flags, _, at = struct.unpack(HEADER, data)
  if version ~= VERSION then error('a job was stored by a later release: header version ' .. version) end
  local delay, ttr, priority, max_attempts = 0, USUAL_TTR, DEFAULT_PRIORITY, USUAL_ATTEMPTS
  local function has(flag) return bit.band(flags, flag) > 0 end
  if has(WITH.delay) then delay, at = struct.unpack('>I6', data, at) end
  if has(WITH.ttr) then ttr, at = struct.unpack('>I6', data, at) end
  if has(WITH.priority) then priority, at = struct.unpack('>I4', data, at) end
  if has(WITH.attempts) then max_attempts = struct.unpack('>I4', data, at) end
  return delay, ttr, priority, max_attempts, has(WITH.payload_apart)
end

-- Field x of a job, from its first hand-out on: number of executions, last lease or 0, score that it was handed out with or
-- -1; and once they are not what the header says, delay ms and priority.
local RUN, CHANGES = '>I4I7d', '>I6I4'
local function pack_run(job)
  local run = struct.pack(RUN, job.noe, job.lease, job.score)
  return job.changed and run .. struct.pack(CHANGES, job.delay, job.priority) or run
end
local function unpack_run(run)
  if not run then return 0, 0, -1 end
  local noe, lease, score, at = struct.unpack(RUN, run)
  if at > #run then return noe, lease, score end
  local delay, priority = struct.unpack(CHANGES, run, at)
  return noe, lease, score, delay, priority
end

-- Reads a live job: nil when there is none.
local function read_job(id)
  local data, run = unpack(redis.call('HMGET', JOB .. id, 'd', 'x'), 1, 2)
  if not data then return nil end
  local delay, ttr, priority, max_attempts, is_apart = read_header(data)
  local noe, lease, score, new_delay, new_priority = unpack_run(run)
  return { id = id, data = data, run = run, delay = new_delay or delay, ttr = ttr, priority = new_priority or priority,
    max_attempts = max_attempts, is_apart = is_apart, noe = noe, lease = lease, score = score, changed = new_delay ~= nil }
end

-- Its header and its payload.
local function whole(job)
  return job.is_apart and job.data .. redis.call('HGET', JOB .. job.id, 'p') or job.data
end

local function change(job, delay, priority)
  job.changed = job.changed or delay ~= job.delay or priority ~= job.priority
  job.delay, job.priority = delay, priority
end

local function write_run(job)
  redis.call('HSET', JOB .. job.id, 'x', pack_run(job))
end
