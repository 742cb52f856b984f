-- How long finished jobs are kept, and how many. Stands before every script of a tube, after what is kept of one.

-- Counts the bytes of some that come or go. What the self-check counts anew, it has for the first ones until now: field recount has how
-- many, and their bytes.
local function count_kept(before, bytes, jobs)
  local count, sum = (redis.call('HGET', TUBE, 'recount') or ''):match('^(%d+) (%d+)$')
  if count and before < tonumber(count) then
    redis.call('HSET', TUBE, 'recount', string.format('%d %d', count + jobs, sum + bytes))
  end
  return redis.call('HINCRBY', TUBE, 'keptBytes', string.format('%d', bytes))
end

-- Forgets what is kept of an id. Returns how many bytes are kept of the others, nil = it was not kept.
local function forget_kept(id)
  local rank = redis.call('ZRANK', part('done'), id)
  if not rank then return nil end
  local bytes = bytes_kept(id)
  redis.call('UNLINK', part('f:' .. id))
  redis.call('ZREM', part('done'), id)
  return count_kept(rank, -bytes, -1)
end

-- Forgets those that finished first, up to so many, as long as more is kept than the tube says. Returns the ms at which the next one goes,
-- nil = none is kept.
local function trim_kept(most)
  local fields = redis.call('HMGET', TUBE, 'keepMost', 'keepBytes', 'keptBytes')
  local most_jobs, most_bytes, bytes = tonumber(fields[1] or 10000000), tonumber(fields[2] or math.huge), tonumber(fields[3] or 0)
  local count, window_ms = redis.call('ZCARD', part('done')), tonumber(keeping)
  local first = redis.call('ZRANGE', part('done'), 0, most, 'WITHSCORES')
  for i = 1, #first, 2 do
    local ends = tonumber(first[i + 1]) + window_ms
    local is_over = ends <= now or count > most_jobs or bytes > most_bytes
    if not is_over then return ends end
    if i > 2 * most then return now end
    count, bytes = count - 1, forget_kept(first[i]) or bytes
  end
end

-- Forgets some that are kept too long or are too many. Where none is kept any more and that is switched off, the tube is as if it had never
-- kept any. Returns the ms at which to look again, as the settings may change until the next one goes; nil = none is kept.
local LOOK_AGAIN_MS = 60000
local function retire_kept()
  local ends = trim_kept(100)
  if ends or keeping ~= '0' then return ends and math.min(ends, now + LOOK_AGAIN_MS) end
  keeping = nil
  redis.call('HDEL', TUBE, 'keepMs')
  write_layout()
end

-- For how long jobs are kept from now on, '' = they are not. Returns what is stored of it.
local function change_keeping(after)
  if after == '' and (keeping == '0' or redis.call('EXISTS', part('done')) == 1) then after = '0' end
  keeping = after ~= '' and after or nil
  return after
end

-- What is to be kept of one: its fields and their values, and how many bytes that are.
local function fields_kept(job, result, with_payload)
  local key, flags = JOB .. job.id, job.data:byte(2)
  local data = with_payload and job.data
    or job.data:sub(1, 1) .. string.char(flags % 64) .. job.data:sub(3, header_bytes(job.data, flags))
  local fields, bytes, kind, type, size = {}, #job.id, 1 + (with_payload and WITH_PAYLOAD or 0), '', 0
  if result ~= '' then
    kind, type = kind + WITH_RESULT, result:sub(2, 1 + result:byte())
    size = #result - 1 - #type
  end
  local apart = with_payload and job.is_apart and redis.call('HMGET', key, 'h', 'p') or {}
  local values = { d = data, x = job.run, e = job.events, a = job.earlier > 0 and string.format('%d', job.earlier), k = job.key,
    t = job.labels, h = apart[1], p = apart[2], q = result ~= '' and result }
  for name, value in pairs(values) do
    if value then
      fields[#fields + 1], fields[#fields + 2] = name, value
      bytes = bytes + #value
    end
  end
  local ran = math.max(0, now - math.floor(job.lease / 1024))
  fields[#fields + 1], fields[#fields + 2] = 'o', struct.pack(OUTCOME, kind, now, ran, bytes, size) .. type
  return fields, bytes
end

-- Tells the brokers in which somebody waits for results of the tube which jobs have one now.
local function tell_finished(ids)
  local namespace, name = TUBE:match('^(.*):{(.*)}:tube$')
  local channel = namespace .. ':hints'
  -- As for a hint, the channel may be denied.
  redis.pcall('PUBLISH', channel, 'done ' .. name .. ' ' .. table.concat(ids, '\n'))
end

-- Keeps jobs that finish now, and are there yet; results by id, each behind its content type. Each makes room for itself, and one more.
local function keep_finished(ids, results)
  local with_payload, watched = unpack(redis.call('HMGET', TUBE, 'keepPayload', 'watchedUntil'))
  for _, id in ipairs(ids) do
    local job = read_job(id)
    if job then
      local fields, bytes = fields_kept(job, results[id] or '', with_payload)
      forget_kept(id)
      redis.call('HSET', part('f:' .. id), unpack(fields))
      redis.call('ZADD', part('done'), NOW, id)
      count_kept(redis.call('ZRANK', part('done'), id), bytes, 1)
    end
  end
  trim_kept(math.min(100, 2 * #ids))
  if watched and tonumber(watched) > now then tell_finished(ids) end
end
