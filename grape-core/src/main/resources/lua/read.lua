-- Reads jobs, and says what is wrong with those that cannot be read. Stands before every script of a tube, after what is stored with a job.

-- For the usual case in line; whatever it does not answer as usual is left to try.
local pcall = redis.pcall

-- What a command answers; nil and why when its key is of another type. Nothing else may be passed by.
local function try(command, key, ...)
  local answer = redis.pcall(command, key, ...)
  if type(answer) ~= 'table' or not answer.err then return answer end
  if not answer.err:find('WRONGTYPE', 1, true) then redis.call(command, key, ...) end
  return nil, 'its key is of another type'
end

-- How long the header is that has these flags.
local function header_bytes(data, flags)
  if flags % 16 == 0 and flags % 64 < 32 then return 8 end
  local bytes = 8 + flags % 2 * 6 + (flags % 4 >= 2 and 6 or 0) + (flags % 8 >= 4 and 4 or 0) + (flags % 16 >= 8 and 4 or 0)
  return flags % 64 < 32 and bytes or bytes + 1 + (data:byte(bytes + 1) or 0)
end

-- The ttr that the header has by its flags.
local function ttr_in(data, flags)
  return flags % 4 >= 2 and struct.unpack('>I6', data, flags % 2 == 1 and 15 or 9) or USUAL_TTR
end

-- Why these fields of a job cannot be read, nil when they can; and whether that may be because a later release stored them.
local function flaw_in(data, run)
  if not data then return run and 'its field d is missing' or nil end
  local version, flags = data:byte(1, 2)
  if version ~= VERSION then return 'it is no job, or a later release stored it: header version ' .. tostring(version), true end
  if #data < 8 then return 'its field d is cut short' end
  if #data < header_bytes(data, flags) then return 'its field d is cut short' end
  if run and #run ~= RUN_BYTES and #run ~= RUN_BYTES + CHANGES_BYTES then return 'its field x is no run' end
end

-- Reads a live job, or what a key has of one: nil when there is none; nil, why, and whether a later release may have stored it, when it
-- cannot be read.
local function read_job(id, key)
  local fields, no_hash = try('HMGET', key or JOB .. id, 'd', 'x', 'e', 'm', 'a', 'f', 'k', 't', 'i', 'g', 'u')
  if not fields then return nil, no_hash end
  local data, run = fields[1], fields[2]
  local why, is_later = flaw_in(data, run)
  if not data or why then return nil, why, is_later end
  local job = { id = id, data = data, run = false, events = fields[3], mark = fields[4], failure = fields[6], key = fields[7],
    labels = fields[8], cancel = fields[9], progress = fields[10], expires = tonumber(fields[11] or nil), delay = 0, ttr = USUAL_TTR,
    priority = DEFAULT_PRIORITY, max_attempts = USUAL_ATTEMPTS, is_apart = false, has_headers = false, noe = 0,
    earlier = tonumber(fields[5] or 0) or 0, lease = 0, score = -1, changed = false }
  read_header(job, data)
  return run and read_run(job, run) or job
end

local function whole(job)
  local data, why = with_payload(job.store or JOB .. job.id, job.data, job.is_apart, job.has_headers)
  return data and with_expiry(with_tags(data, job.key, job.labels), job.expires), why
end

-- What a consumer gets of a job, a checkpoint included, its run, its ttr and how often it ran before its last kick: nil when there is none,
-- and then why when it cannot be read.
local function read_for_handout(key)
  local fields, no_hash = try('HMGET', key, 'd', 'x', 'a', 'k', 't', 'c', 'n', 'u')
  if not fields then return nil, no_hash end
  local data, run = fields[1], fields[2]
  local why = flaw_in(data, run)
  if not data or why then return nil, why end
  local flags = data:byte(2)
  local ttr = ttr_in(data, flags)
  data, why = with_payload(key, data, flags >= 64, flags >= 128)
  if not data then return nil, why end
  data = with_expiry(with_tags(data, fields[4], fields[5]), tonumber(fields[8] or nil))
  return with_checkpoint(data, fields[6]), run, ttr, fields[3], fields[7]
end
