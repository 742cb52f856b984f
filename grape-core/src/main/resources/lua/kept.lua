-- What is kept of jobs that have finished. Stands before every script of a tube, after jobs that are produced under an id used before.

-- Hash f:<id> has it: d without the payload, x, e, a, k and t of the job; with the payload, as a job has it, where the tube keeps those; q,
-- the result behind its content type; and o. Zset done has the ids by the ms at which they finished. Field keptBytes is the sum of the
-- bytes in o.
-- Field o: 1 byte, 1 = finished, 2 more = its payload is kept, 4 more = it has a result; ms of the finish, ms that it ran, how many bytes
-- are kept of it, and how many the result has; content type of that.
local OUTCOME, OUTCOME_BYTES, WITH_PAYLOAD, WITH_RESULT = '>BI6I6I6I4', 23, 2, 4

-- How many bytes of a result a tube takes; nil = it takes this one.
local function most_of_result(result)
  local most = tonumber(redis.call('HGET', TUBE, 'resultMax') or 65536)
  return #result - 1 - result:byte() > most and string.format('%d', most) or nil
end

-- How many bytes are kept of an id, 0 = nothing that can be read.
local function bytes_kept(id)
  local outcome = try('HGET', part('f:' .. id), 'o')
  if not outcome or #outcome < OUTCOME_BYTES then return 0 end
  return (select(4, struct.unpack(OUTCOME, outcome)))
end

-- Whether a job of this id finished under a lease, and is kept.
local function has_finished(id, lease)
  local run = try('HGET', part('f:' .. id), 'x')
  return run and lease ~= '' and is_last_lease(run, lease), run
end

-- Reads one that is kept: nil when it is not, or cannot be read.
local function read_kept(id)
  local key = part('f:' .. id)
  local job = read_job(id, key)
  local outcome = job and redis.call('HGET', key, 'o')
  if not outcome or #outcome < OUTCOME_BYTES then return nil end
  local kind, at, ran, _, size, last = struct.unpack(OUTCOME, outcome)
  job.store, job.ended = key, at
  job.outcome = string.format('%d %d %d ', kind, ran, size) .. outcome:sub(last)
  return job
end
