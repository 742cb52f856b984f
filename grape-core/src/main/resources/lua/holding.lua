-- What keys hold: the leases of their jobs. Stands before every script of a tube, after the keys that have no jobs.

-- Priority and key of a lane, by its name; nothing when it is a priority's, whose jobs have no key.
local function parts_of_lane(name)
  return name:match('^(%d+):(.+)$')
end

local function lanes_of_key(key_name)
  local names = { string.format('%d:', DEFAULT_PRIORITY) .. key_name }
  for _, priority in ipairs(redis.call('SMEMBERS', part('prios:' .. key_name))) do names[#names + 1] = priority .. ':' .. key_name end
  return names
end

-- Has the lanes of a key looked at by the next consume: those that wait for a time, or all that have jobs.
local function look_again(key_name, all)
  for _, name in ipairs(lanes_of_key(key_name)) do
    if not all then
      redis.call('ZADD', COMING, 'XX', 'LT', NOW, name)
    elseif redis.call('EXISTS', DELAY .. ':' .. name) == 1 then
      redis.call('ZADD', COMING, 'LT', NOW, name)
      redis.call('HSET', TUBE, 'priorities', 1)
    end
  end
  tell_waiting()
end

-- What only a tube with keys needs, made where it is first used.
local of_leases
local function held_leases()
  if of_leases then return of_leases end
  local made, HOLDERS, BLOCKERS, LONG_AGO = {}, part('holders'), part('blockers'), string.format('%d', now - 3600000)
  of_leases = made

  -- Keeps how many leases keys have.
  local function count_held(key_names)
    local counts, none = {}, {}
    for _, key_name in ipairs(key_names) do
      local count = redis.call('ZCARD', part('held:' .. key_name))
      if count > 0 then
        counts[#counts + 1], counts[#counts + 2] = string.format('%d', count), key_name
      else
        none[#none + 1] = key_name
        note_emptied(key_name)
      end
    end
    if #counts > 0 then redis.call('ZADD', HOLDERS, unpack(counts)) end
    if #none > 0 then redis.call('ZREM', HOLDERS, unpack(none)) end
  end

  -- Jobs of keys are under leases: of each key its name, and deadlines and ids in turn.
  function made.hold(leases_of)
    local key_names = {}
    for i, one in ipairs(leases_of) do
      redis.call('ZADD', part('held:' .. one[1]), unpack(one[2]))
      key_names[i] = one[1]
    end
    count_held(key_names)
  end

  -- Jobs are under their leases no more. What was left behind an hour ago goes as well.
  function made.let_go(jobs)
    local ids_of, key_names = {}, {}
    for _, job in ipairs(jobs) do
      if job.key then
        if not ids_of[job.key] then ids_of[job.key], key_names[#key_names + 1] = {}, job.key end
        table.insert(ids_of[job.key], job.id)
      end
    end
    for _, key_name in ipairs(key_names) do
      local held = part('held:' .. key_name)
      redis.call('ZREM', held, unpack(ids_of[key_name]))
      redis.call('ZREMRANGEBYSCORE', held, '-inf', LONG_AGO)
    end
    count_held(key_names)
    sharing().know(key_names)
    for _, key_name in ipairs(key_names) do
      if sharing().limits_of(key_name).concurrency then look_again(key_name) end
    end
  end

  -- One that is held by nobody would hold its key for ever, where keys keep their order.
  function made.drop_stale(key_name)
    local first = redis.call('ZRANGE', part('held:' .. key_name), 0, 0)[1]
    if first and not redis.call('ZSCORE', RETAIN, first) then
      redis.call('ZREM', part('held:' .. key_name), first)
      count_held({ key_name })
    end
  end

  -- The place of a failed job in its lane is the one that it had when it was delivered, or failed without that.
  local function as_blocker(job)
    return blocker(job.key, job.priority, math.abs(job.score), job.id)
  end

  -- Failed jobs of keys that keep their order keep their places, and those behind them may wait for them.
  function made.stick(jobs)
    for _, job in ipairs(sharing().ordered and jobs or {}) do
      if job.key then
        redis.call('ZADD', BLOCKERS, 0, as_blocker(job))
        sharing().failing[job.id] = true
      end
    end
  end

  -- Jobs are not among the failed ones any more.
  function made.unstick(jobs)
    local members, names = {}, {}
    for _, job in ipairs(jobs) do
      if job.key then members[#members + 1], names[job.key] = as_blocker(job), true end
    end
    if #members == 0 or redis.call('ZREM', BLOCKERS, unpack(members)) == 0 then return end
    for key_name in pairs(names) do look_again(key_name, true) end
  end

  return made
end
