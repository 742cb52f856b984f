-- Lanes: where jobs with a key wait, in a tube with keys. Stands before every script of a tube, after what keys hold.

-- What only a tube with keys needs, made where it is first used.
local of_lanes
local function lanes()
  if of_lanes then return of_lanes end
  local made, all_lanes = {}, part('lanes')
  of_lanes = made

  -- Forgets lanes with their last job.
  local function forget(names)
    local keys_of = {}
    for _, name in ipairs(names) do
      local priority, key_name = parts_of_lane(name)
      keys_of[priority] = keys_of[priority] or {}
      table.insert(keys_of[priority], key_name)
      if tonumber(priority) ~= DEFAULT_PRIORITY then redis.call('SREM', part('prios:' .. key_name), priority) end
      note_emptied(key_name)
    end
    redis.call('ZREM', all_lanes, unpack(names))
    redis.call('ZREM', COMING, unpack(names))
    for priority, key_names in pairs(keys_of) do redis.call('ZREM', part('turn:' .. priority), unpack(key_names)) end
  end

  -- Keeps how many jobs lanes have, and returns it by their names. What is no lane is passed over.
  function made.resize(names)
    local sizes, listed, empty = {}, {}, {}
    for _, name in ipairs(names) do
      local priority, key_name = parts_of_lane(name)
      local size = priority and redis.call('ZCARD', DELAY .. ':' .. name)
      sizes[name] = size
      if size == 0 then
        empty[#empty + 1] = name
      elseif size then
        listed[#listed + 1], listed[#listed + 2] = string.format('%d', size), name
        if tonumber(priority) ~= DEFAULT_PRIORITY then redis.call('SADD', part('prios:' .. key_name), priority) end
      end
    end
    if #listed > 0 then redis.call('ZADD', all_lanes, unpack(listed)) end
    if #empty > 0 then forget(empty) end
    return sizes
  end

  -- Whether a lane that waits for no time waits for its turn, or for somebody who lets its key go on. Its size is kept as well. place: of
  -- its first job.
  function made.is_in_turn(name, place)
    local priority, key_name = parts_of_lane(name)
    made.resize({ name })
    local _, why, at = sharing().allowance(key_name, { priority = tonumber(priority), place = tonumber(place) })
    if why and not at then return true end
    local is_known = tonumber(priority) == DEFAULT_PRIORITY or redis.call('ZSCORE', URGENT, priority)
    return is_known and redis.call('ZSCORE', part('turn:' .. priority), key_name)
  end

  -- How many jobs of a key wait or are under leases.
  function made.count(key_name)
    local count = redis.call('ZCARD', part('held:' .. key_name))
    for _, name in ipairs(lanes_of_key(key_name)) do count = count + redis.call('ZCARD', DELAY .. ':' .. name) end
    return count
  end

  -- The key of a lane does not rest for delays of some of its jobs any more. Returns whether it did.
  function made.end_delays(set, jobs)
    local _, key_name = parts_of_lane(set:sub(#DELAY + 2))
    local has_ended = key_name and sharing().end_delays(key_name, jobs)
    if has_ended then look_again(key_name, true) end
    return has_ended
  end

  -- Jobs were taken out of a set.
  function made.left(set, jobs)
    if set == RETAIN then
      held_leases().let_go(jobs)
    elseif set == FAILED then
      held_leases().unstick(jobs)
    elseif set:sub(1, #DELAY + 1) == DELAY .. ':' then
      made.resize({ set:sub(#DELAY + 2) })
      made.end_delays(set, jobs)
    end
  end

  -- A job was put into a set where jobs do not wait.
  function made.came(set, job, score)
    if set == RETAIN and job.key then
      held_leases().hold({ { job.key, { score, job.id } } })
    elseif set == FAILED then
      held_leases().stick({ job })
    end
  end

  return made
end
