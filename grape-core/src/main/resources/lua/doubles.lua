-- Jobs that are produced under an id that was used before. Stands before every script of a tube, after which ids are remembered.

-- What is to be done with a live id.
local KEEP, REPLACE, REJECT, DEBOUNCE = 0, 1, 2, 3

-- Those of a run. caps: what is counted against the caps of the tube, nil = nothing.
local function doubles(caps)
  local made, replaced = {}, {}

  -- What is said of a job whose id is remembered; nil when it is live, or is to be replaced.
  function made.has_ended(key, mode)
    if mode == REPLACE or mode == DEBOUNCE or redis.call('EXISTS', key) == 1 then return nil end
    return mode == REJECT and 'DUPLICATE' or 'kept'
  end

  -- Why a job may not take the place of a live one, or follow it, and which gate or cap says so; nil = it may. growth: how many bytes more
  -- there are then; counted_key: the key that counts the live one, nil = none does; leaves: it is counted no more.
  local function refusal(fields, growth, counted_key, leaves)
    local gate = gates and refusing_gate(fields)
    if gate then return 'GATED', refusal_by(gate) end
    if caps and lacks_bytes(caps, growth) then return 'TUBE_FULL', 'maxBytes' end
    local cap = keyed and key_cap_of_next(fields[1] == 'k' and fields[2] or nil, counted_key, leaves)
    if cap then return 'TUBE_FULL', cap end
    if caps then caps.used = caps.used + growth end
  end

  -- Keeps what is to follow a job that is under a lease. Its bytes are counted from now on, with those of the job.
  local function succeed(before, plan, data, fields, size)
    local key = JOB .. before.id
    local was = caps and size_of(key, caps.since) or 0
    local growth = size - (caps and successor_size(before.id, caps.since) or 0)
    local why, which = refusal(fields, growth, before.key, false)
    if why then return why, which end
    follow(before.id, { asked = plan.asked, due = plan.due, bound = plan.bound, priority = plan.priority, size = size,
      since = caps and caps.bytes and caps.since or nil, fields = { 'd', data, unpack(fields) } })
    if caps then write_size(caps, key, was + growth) end
    return 'successor', 'retained'
  end

  -- What becomes of a job whose id is live, and where that one is; and when it is due, where that is not when it says.
  function made.meet(id, plan, data, fields, size)
    local before, why = read_job(id)
    if why then return 'UNREADABLE', why end
    local set, score, state = locate(id, before.priority, before.key)
    local place = (state == 'delayed' or state == 'ready') and string.format('%d', math.floor(score)) or state
    if plan.mode == REJECT then return 'DUPLICATE', place end
    if plan.mode == KEEP then return 'kept', place end
    if state == 'retained' and plan.mode ~= DEBOUNCE then return 'WRONG_STATE', place end
    if state == 'retained' then return succeed(before, plan, data, fields, size) end
    local growth = size - (caps and size_of(JOB .. id, caps.since) or 0)
    local is_counted = set == RETAIN or set == delay_set(before.priority, before.key)
    local refused, which = refusal(fields, growth, is_counted and before.key or nil, true)
    if refused then return refused, which end
    local is_waiting = plan.mode == DEBOUNCE and state == 'delayed' and before.noe + before.earlier == 0
    local bound = is_waiting and tonumber(redis.call('HGET', JOB .. id, 'b') or nil)
    local due = bound and math.min(plan.asked, bound)
    if bound then
      fields[#fields + 1], fields[#fields + 2] = 'b', string.format('%d', bound)
      data = header_due(data, due, now)
    end
    replaced[#replaced + 1] = { id = id, set = set, key = before.key, priority = before.priority, score = before.score, data = data,
      fields = #fields > 0 and fields or nil, size = size }
    if not due or due == plan.due then return 'replaced' end
    local key_name = fields[1] == 'k' and fields[2] or nil
    if key_name and fields.weight then named_weights[key_name] = fields.weight end
    queue({ id = id, priority = plan.priority, key = key_name }, score_for(delay_set(plan.priority, key_name), due), due)
    return 'replaced', string.format('%d', due), due
  end

  -- Puts those that are to be replaced in the place of the others: how many it was.
  function made.replace()
    for _, old in ipairs(replaced) do
      local key = JOB .. old.id
      take_out(old.set, { old })
      forget_if_empty(old.set)
      forget_expiry({ old.id })
      tell_schedule(old.id, 'gone')
      redis.call('DEL', key)
      redis.call('HSET', key, 'd', old.data)
      if old.fields then redis.call('HSET', key, unpack(old.fields)) end
      if caps then write_size(caps, key, old.size) end
      keep_mark(old.id, now)
    end
    return #replaced
  end

  return made
end
