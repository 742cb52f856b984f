-- How the keys of a tube share it. Stands before every script of a tube, after the gates.

-- Zset blockers of a tube whose keys keep their order has the failed jobs, all with the score 0, so that Redis keeps them by their bytes: in
-- the order in which their keys would deliver them. A member: the key, a zero byte, the priority, the place in the lane, and the id. Five digits
-- tell places apart, see spots.lua.
local BLOCKER, BLOCKER_BYTES = '%010d %021.5f ', 33
local function blocker(key_name, priority, place, id)
  return key_name .. '\0' .. string.format(BLOCKER, priority, place) .. id
end

-- What only a tube with keys needs, made where it is first used.
local of_sharing
local function sharing()
  if of_sharing then return of_sharing end
  local OVERRIDES, WEIGHTS, BLOCKERS, REST, RESTING, PACE, HELD = part('keys'), part('weights'), part('blockers'), part('rest'),
    part('resting'), part('pace'), part('held:')
  local AS_THE_TUBE = '- - - - - -'

  -- Limits of a key, as they are stored: weight, concurrency, deliveries a second, burst, jobs, ms since when it is paused; - = as the tube
  -- has it. The weight that a produce named counts where the override has none.
  local function read_override(text, of_tube, produced_weight)
    local weight, concurrency, per_second, burst, jobs, paused = text:match('^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    local rate = tonumber(per_second)
    return { weight = tonumber(weight) or tonumber(produced_weight or 1),
      concurrency = of_tube.ordered and 1 or tonumber(concurrency) or of_tube.concurrency,
      each = rate and 1000 / rate or of_tube.each, burst = rate and tonumber(burst) or of_tube.burst,
      jobs = tonumber(jobs) or of_tube.jobs, paused = paused ~= '-', since = tonumber(paused) }
  end

  -- How the keys of a tube share it: their order, and the limits of each that has no override. Field keys of the tube: order, then of
  -- a key concurrency, deliveries a second and burst, whether its jobs keep their order, SKIP or BLOCK behind a failed one, jobs.
  local function read_sharing()
    local order, concurrency, per_second, burst, ordered, on_failure, jobs =
      keyed:match('^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    local rate = tonumber(per_second)
    return { order = order, in_turn = order ~= 'DUE_TIME', in_time = order == 'TIME', is_off = not order,
      concurrency = tonumber(concurrency), each = rate and 1000 / rate,
      burst = tonumber(burst) or 1, ordered = ordered == 'true', blocks = on_failure == 'BLOCK', jobs = tonumber(jobs), weight = 1 }
  end

  local made, known = read_sharing(), {}
  of_sharing = made

  -- The jobs that fail in this run and may not be in their set yet, by id.
  made.failing = {}

  -- Whether there is any of something that most tubes have none of: one look for all keys of a run.
  local found = {}
  local function has_any(set)
    if found[set] == nil then found[set] = redis.call('EXISTS', set) == 1 end
    return found[set]
  end

  -- Whether a produce named the weight of a key that has jobs now.
  function made.has_weights() return made.is_weighed or has_any(WEIGHTS) end

  -- Reads the limits of keys.
  function made.know(names)
    local texts, weights = {}, {}
    if not made.is_off and #names > 0 then
      if has_any(OVERRIDES) then texts = redis.call('HMGET', OVERRIDES, unpack(names)) end
      if made.has_weights() then weights = redis.call('HMGET', WEIGHTS, unpack(names)) end
    end
    for i, name in ipairs(names) do
      local has_own = texts[i] or weights[i]
      known[name] = has_own and read_override(texts[i] or AS_THE_TUBE, made, weights[i]) or made
    end
  end

  function made.limits_of(key_name)
    if not known[key_name] then made.know({ key_name }) end
    return known[key_name]
  end

  -- The failed job that a job with a key waits for, as it would have been delivered before it: its id, nil = none. job: its priority,
  -- the place in its lane, and its id, nil = it is not known. Then the members of blockers that name no failed job any more, nil = none.
  function made.blocker_of(key_name, job)
    if not made.blocks then return nil end
    local from, to, skip, gone = key_name .. '\0', blocker(key_name, job.priority, job.place, job.id or ''), 0, nil
    while true do
      local first = redis.call('ZRANGE', BLOCKERS, '[' .. from, '(' .. to, 'BYLEX', 'LIMIT', skip, 1)[1]
      local id = first and first:sub(#from + BLOCKER_BYTES + 1)
      if not first or made.failing[id] or redis.call('ZSCORE', FAILED, id) then return id, gone end
      gone, skip = gone or {}, skip + 1
      gone[skip] = first
    end
  end

  -- How many jobs of a key may be delivered now; or 0, what holds them back, gated, paused, stuck, rests, delayed, busy or paced, and
  -- until which ms it does, nil = until somebody changes it. job: as blocker_of has it, nil = whether failed jobs hold it back is asked apart.
  function made.allowance(key_name, job)
    local limits, most = made.limits_of(key_name), math.huge
    if gates and gate_of_key(key_name) then return 0, 'gated' end
    if limits.paused then return 0, 'paused' end
    if job and made.blocker_of(key_name, job) then return 0, 'stuck' end
    local rests = has_any(REST) and tonumber(redis.call('ZSCORE', REST, key_name) or nil) or 0
    if rests > now then return 0, rests % 1 > 0 and 'delayed' or 'rests', math.ceil(rests) end
    if limits.concurrency then
      local from = made.ordered and '-inf' or '(' .. NOW
      most = limits.concurrency - redis.call('ZCOUNT', HELD .. key_name, from, '+inf')
      if most < 1 then
        local first = redis.call('ZRANGEBYSCORE', HELD .. key_name, from, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
        return 0, 'busy', math.max(now, math.floor(tonumber(first[2])))
      end
    end
    if not limits.each then return most end
    local at, allowed = paced(limits, tonumber(redis.call('ZSCORE', PACE, key_name) or 0))
    if allowed < 1 then return 0, 'paced', paced_until(limits, at) end
    return math.min(most, allowed)
  end

  -- Hash resting of a key that rests for delays of its jobs: until which ms it does so for each, by their ids, packed. '' = as a worker
  -- asked for it. Beyond a number of jobs the delays that end first are not known any more: the others end after them.
  local MOST_DELAYS = 16
  local function read_delays(key_name)
    local packed = has_any(RESTING) and redis.call('HGET', RESTING, key_name)
    return packed and cmsgpack.unpack(packed) or nil
  end

  -- Keeps for what a key rests: it does until the last of those ms. That of a delay is stored as half a ms less, which is before the same
  -- ms for any release.
  local function write_rest(key_name, rests)
    local last, first_id, count = 0, nil, 0
    for id, at in pairs(rests) do
      if at <= now then
        rests[id] = nil
      else
        last = math.max(last, id ~= '' and at - 0.5 or at)
        if id ~= '' then
          count = count + 1
          if not first_id or at < rests[first_id] then first_id = id end
        end
      end
    end
    if count > MOST_DELAYS then rests[first_id] = nil end
    if last > 0 then redis.call('ZADD', REST, string.format('%.1f', last), key_name) else redis.call('ZREM', REST, key_name) end
    if count > 0 then redis.call('HSET', RESTING, key_name, cmsgpack.pack(rests)) else redis.call('HDEL', RESTING, key_name) end
    found[REST], found[RESTING] = nil, nil
  end

  -- No job of a key is delivered before a ms: a worker asked for it, or the job of an id has a delay and none may overtake that.
  function made.rest(key_name, at, id)
    local stored = tonumber(redis.call('ZSCORE', REST, key_name) or nil)
    local rests = read_delays(key_name) or { [''] = stored and math.ceil(stored) }
    rests[id or ''] = id and at or math.max(at, rests[''] or 0)
    write_rest(key_name, rests)
  end

  -- A key does not rest for delays of some jobs any more. Returns whether it did.
  function made.end_delays(key_name, jobs)
    local rests, has_ended = read_delays(key_name), false
    for _, job in ipairs(rests and jobs or {}) do
      has_ended = has_ended or rests[job.id] ~= nil
      rests[job.id] = nil
    end
    if has_ended then write_rest(key_name, rests) end
    return has_ended
  end

  -- A key does not rest any more because a worker asked for it.
  function made.end_rest(key_name)
    local rests = read_delays(key_name) or {}
    rests[''] = nil
    write_rest(key_name, rests)
  end

  -- Notes deliveries of a key.
  function made.pace(key_name, count)
    local limits = made.limits_of(key_name)
    if not limits.each then return end
    local at = paced(limits, tonumber(redis.call('ZSCORE', PACE, key_name) or 0))
    redis.call('ZADD', PACE, string.format('%.17g', at + count * limits.each), key_name)
  end

  -- Or a clock that was set back, or a rate that was raised, would stop the key for long.
  function made.cap_pace(key_name)
    local stored = tonumber(redis.call('ZSCORE', PACE, key_name) or 0)
    local at = paced(made.limits_of(key_name), stored)
    if at < stored then redis.call('ZADD', PACE, string.format('%.17g', at), key_name) end
  end

  return made
end
