-- The jobs that schedules make. Stands before every script of a tube, after a job as it is shown.

-- Makes jobs of the template of a schedule. Field options is as a produce has it; field content always has headers.
local function job_maker(name, ttr_of_tube, attempts_of_tube, limits)
  -- allowed: how many jobs a quota allows.
  local made, count, first, expiring, remembered_ids = { allowed = math.huge }, 0, nil, {}, {}
  local options, template = unpack(redis.call('HMGET', part('s:' .. name), 'options', 'content'))
  local _, kind, _, ttr, priority, max_attempts, at = struct.unpack(OPTIONS, options)
  local caps = limits and read_caps(limits)
  if max_attempts == OF_TUBE then max_attempts = tonumber(attempts_of_tube) end
  read_marks()

  -- Looks up which ids are remembered: of a list from a place on, each so many places behind the last. Their jobs are made no more.
  function made.look_up(ids, first_at, step)
    if window then remembered_ids = remembered(ids, first_at, step) end
  end

  -- Makes a job that is due at a ms; text: its instant. Returns why not, nil = it is made.
  function made.add(id, due, text, of)
    if made.allowed < 1 then return 'QUOTA_EXCEEDED' end
    local key, tags, content, size = JOB .. id, nil, template, #template
    if kind >= WITH_TAGS then tags, content, size = split_tags(template) end
    local line = 'grape-scheduled-at:' .. text .. '\n'
    if remembered_ids[id] and redis.call('EXISTS', key) == 0 then return 'DUPLICATE' end
    local gate = gates and gate_against(tags, key)
    if gate then return 'GATED ' .. gate end
    local cap = caps and cap_against(caps, key, size + #line) or keyed and tags and key_cap(tags, key)
    if cap then return 'TUBE_FULL ' .. cap end
    local header = pack_header(math.max(0, due - now), ttr > 0 and ttr or tonumber(ttr_of_tube), priority, max_attempts,
      options:sub(at), true, true)
    if try('HSETNX', key, 'd', header) ~= 1 then return 'DUPLICATE' end
    if keeping then forget_kept(id) end
    if caps then count_in(caps, key, size + #line) end
    redis.call('HSET', key, 'n', of, unpack(fields_of(line .. content, true, true, tags)))
    -- Its time counts from when it is due, as nobody could begin it before.
    if expiry and expiry ~= '0' then
      local expires = string.format('%d', due + tonumber(expiry))
      redis.call('HSET', key, 'u', expires)
      expiring[#expiring + 1], expiring[#expiring + 2] = expires, id
    end
    if now <= last_mark then keep_mark(id, now) end
    local job = { id = id, priority = priority, key = tags and tags[1] == 'k' and tags[2] or nil }
    if job.key and tags.weight then named_weights[job.key] = tags.weight end
    queue(job, score_for(delay_set(priority, job.key), due), due)
    count, first, made.allowed = count + 1, math.min(first or due, due), made.allowed - 1
  end

  -- Puts them where a consume finds them.
  function made.settle(channel, tube_name, parked_until)
    if count == 0 then return end
    let_expire(expiring)
    lose(enqueue(keyed and lanes().resize))
    if keyed then write_weights() end
    if caps and caps.bytes then redis.call('HSET', TUBE, 'bytes', string.format('%d', caps.used)) end
    keep_newest()
    redis.call('HINCRBY', TUBE, 'produced', count)
    hint(channel, tube_name, parked_until, first)
  end

  return made
end

local ENDED_FOR_MS = 604800000
-- Makes the occurrence that waits from now on: its instant and its due ms, '' = there is none. One that may not be made is skipped.
local function wait_for(schedule, maker, at, due, text)
  schedule.waits, schedule.expected = '', at
  if at == '' or schedule.made >= (tonumber(schedule.maxRuns) or math.huge) then
    schedule.state, schedule.expected, schedule.due = 'ended', '', now + ENDED_FOR_MS
    return
  end
  schedule.due = tonumber(due)
  local id = schedule.name .. '~' .. text
  maker.look_up({ id }, 1, 1)
  local why = maker.add(id, schedule.due, text, schedule.name)
  if why then
    skip_occurrences(schedule, 1, at, why)
  else
    schedule.made, schedule.waits = schedule.made + 1, id
  end
end
