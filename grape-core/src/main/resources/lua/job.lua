-- What is stored with a job, see docs/storage.md. Stands before every script of a tube, after the prelude.

-- The content type application/json, short.
local JSON = '\1'

-- Above so many bytes a payload has a field of its own, so that what reads the header does not read it along.
local PAYLOAD_APART = 1024

-- Field d of a job, written once: version, flags, created ms, then what the flags name, in their order, then the payload.
-- Flags: 1 delay · 2 ttr · 4 priority · 8 maximum attempts · 16 JSON · 32 content type · 64 the payload has a field of its own ·
--   128 and so have the headers
local VERSION, USUAL_TTR, USUAL_ATTEMPTS = 1, 60000, 20
-- created: ms; nil = now.
local function pack_header(delay, ttr, priority, max_attempts, content_type, is_apart, has_headers, created)
  local flags, rest = 0, ''
  if delay > 0 then flags, rest = 1, struct.pack('>I6', delay) end
  if ttr ~= USUAL_TTR then flags, rest = flags + 2, rest .. struct.pack('>I6', ttr) end
  if priority ~= DEFAULT_PRIORITY then flags, rest = flags + 4, rest .. struct.pack('>I4', priority) end
  if max_attempts ~= USUAL_ATTEMPTS then flags, rest = flags + 8, rest .. struct.pack('>I4', max_attempts) end
  if content_type == JSON then
    flags = flags + 16
  elseif content_type ~= '' then
    flags, rest = flags + 32, rest .. string.char(#content_type) .. content_type
  end
  if is_apart then flags = flags + 64 end
  if has_headers then flags = flags + 128 end
  return struct.pack('>BBI6', VERSION, flags, created or now) .. rest
end

local function created_at(data)
  return (struct.unpack('>I6', data, 3))
end

-- Stands for what cannot be read: no payload, and made in 1970.
local NOTHING = struct.pack('>BBI6', VERSION, 0, 0)

-- What a transition needs of it, put into a job.
local function read_header(job, data)
  local flags = data:byte(2)
  job.is_apart, job.has_headers = flags >= 64, flags >= 128
  if flags % 16 == 0 then return job end
  local at = 9
  if flags % 2 >= 1 then job.delay, at = struct.unpack('>I6', data, at) end
  if flags % 4 >= 2 then job.ttr, at = struct.unpack('>I6', data, at) end
  if flags % 8 >= 4 then job.priority, at = struct.unpack('>I4', data, at) end
  if flags % 16 >= 8 then job.max_attempts = struct.unpack('>I4', data, at) end
  return job
end

-- Field x of a job, from its first delivery on: number of executions, last lease or 0, score that it was delivered with, less
-- than 0 once that lease ran out, -1 = none; and once they are not what the header says, delay ms and priority.
local RUN, RUN_BYTES, CHANGES, CHANGES_BYTES = '>I4I7d', 19, '>I6I4', 10
local function pack_run(job)
  local run = struct.pack(RUN, job.noe, job.lease, job.score)
  return job.changed and run .. struct.pack(CHANGES, job.delay, job.priority) or run
end

local function read_run(job, run)
  job.run = run
  job.noe, job.lease, job.score = struct.unpack(RUN, run)
  job.changed = #run > RUN_BYTES
  if job.changed then job.delay, job.priority = struct.unpack(CHANGES, run, RUN_BYTES + 1) end
  return job
end

-- A run as a reply shows it: behind it, where there were any, how many executions there were before the last kick.
local function shown_run(run, earlier)
  return earlier > 0 and (run or '') .. struct.pack('>I4', earlier) or run or ''
end

-- The run after another delivery: under a lease, from a score.
local function next_run(run, lease, score)
  if not run then return struct.pack(RUN, 1, lease, score) end
  return struct.pack(RUN, struct.unpack('>I4', run) + 1, lease, score) .. run:sub(RUN_BYTES + 1)
end

-- Field f of a job that was taken though it had failed: the lease that it is under since, the score that it had among the failed ones,
-- and its reason.
local FAILURE, FAILURE_BYTES = '>I7d', 15
-- The score and the reason of a job that was taken as a failed one, under the lease that it has; or nil.
local function failure_before(job)
  if not job.failure or #job.failure < FAILURE_BYTES then return nil end
  local lease, score = struct.unpack(FAILURE, job.failure)
  if lease == job.lease then return score, job.failure:sub(FAILURE_BYTES + 1) end
end

-- Whether this lease, as 7 bytes or '' = whoever holds it, is the last one that a job was given and nobody gave up.
local NO_LEASE = ('\0'):rep(7)
local function is_last_lease(run, lease)
  local last = run and run:sub(5, 11) or NO_LEASE
  return last ~= NO_LEASE and (lease == '' or last == lease)
end

local function ran_out(run)
  return (run:byte(12) or 0) >= 128
end

local function change(job, delay, priority)
  job.changed = job.changed or delay ~= job.delay or priority ~= job.priority
  job.delay, job.priority = delay, priority
end

-- Gives a job all its attempts back. How often it ran until then is kept beside.
local function begin_anew(job)
  job.earlier, job.noe, job.is_anew = job.earlier + job.noe, 0, true
end
