-- What gates do with ready jobs. Stands before every script of a tube, after gates that end.

local MAX_LOOKED_AT, LANES_LOOKED_AT = 100, 50

-- Begins a run: ends gates whose time is over, and empties the lanes of keys that are dropped or buried. Then it takes ready jobs that
-- have expired, or meet a gate, which holds, drops or buries them; whoever calls it takes them out of their set. limits: field limits of
-- the tube.
local function gatekeeper(limits)
  local made, by_gate, dropped, ids, buried, met = {}, {}, {}, {}, {}, 0
  local lifted, is_lifting = lift_gates(MAX_LOOKED_AT)
  made.lifted = lifted
  made.sifts = expiry or has_gate(sifts)

  -- Those that met a gate, too.
  local count_others = met_others
  function made.met_others() return met + #overdue + count_others() end

  function made.holds_all() return has_gate(holds_all) end

  -- An event that is known, or the end of the next gate, if that is earlier.
  function made.first_event(known)
    local at = is_lifting and now or gates_until()
    return at and math.min(known or at, at) or known
  end

  local function note(gate, job, score)
    met = met + 1
    by_gate[gate] = by_gate[gate] or {}
    table.insert(by_gate[gate], { job = job, score = score })
    if gate.mode == 'drop' then
      dropped[#dropped + 1], ids[#ids + 1] = JOB .. job.id, job.id
    elseif gate.mode == 'bury' then
      job.reason = 'gate ' .. gate.name .. (gate.reason == '' and '' or ': ' .. gate.reason)
      record_event(job, GATE_BURIED, now, #job.reason, job.reason)
      buried[#buried + 1] = job
      keep_place(job, score)
      -- Those behind it wait for it from now on.
      if keyed then held_leases().stick({ job }) end
    else
      record_event(job, GATE_HELD, now, #gate.name, gate.name)
    end
  end

  -- Whether a job has expired, or meets a gate for which wanted says so; then it is delivered to nobody.
  function made.turn_away(id, score, wanted)
    if expiry and is_overdue(id, score) then return true end
    local tags = gates and try('HMGET', JOB .. id, 'k', 't')
    local gate = tags and gate_of(tags[1], tags[2], wanted)
    local job = gate and read_job(id)
    if not job then return false end
    note(gate, job, score)
    return true
  end

  -- Takes those that a gate ends out of a part of a set.
  local function take_out_of(set, found)
    local taken, jobs = {}, {}
    for i = 1, #found, 2 do
      if made.turn_away(found[i], found[i + 1], ends_jobs) then
        taken[#taken + 1] = found[i]
        jobs[#taken] = { id = found[i] }
      end
    end
    if #taken > 0 then redis.call('ZREM', set, unpack(taken)) end
    local lane = set ~= DELAY and set:sub(#DELAY + 2)
    if lane and is_priority(lane) then forget_if_empty(set) elseif lane and #taken > 0 then lanes().left(set, jobs) end
  end

  -- Of a long set a part is looked at, another one each time; or its beginning.
  local function look_through(set, most, from_its_start)
    local due = redis.call('ZCOUNT', set, '-inf', BEFORE_NEXT_MS)
    local first = from_its_start and 0 or now % math.max(1, due - most + 1)
    local found = due > 0 and redis.call('ZRANGE', set, first, first + math.min(due, most) - 1, 'WITHSCORES') or {}
    take_out_of(set, found)
    return #found / 2
  end

  -- Keys that are dropped or buried have no turn, so their lanes are emptied here. Nor have those that are held, and another gate may end
  -- some of their jobs.
  local function go_through_lanes()
    local left, ends_others = MAX_LOOKED_AT, has_gate(function(gate) return ends_jobs(gate) and gate.kind ~= 'key' end)
    for _, gate in ipairs(tube_gates()) do
      local is_ended = gate.kind == 'key' and not gate.is_lifting and ends_jobs(gate)
      local is_held = gate.kind == 'key' and not gate.is_lifting and gate.mode == 'hold' and ends_others
      for _, lane in ipairs((is_ended or is_held) and lanes_of_key(gate.value) or {}) do
        if left > 0 then left = left - look_through(DELAY .. ':' .. lane, left, is_ended) end
      end
    end
  end

  -- Writes what became of them, and of what was delivered, deadlines and ids in turn.
  function made.settle(retained)
    end_overdue(limits)
    if expiry then begin_jobs(retained or {}) end
    if met == 0 then return end
    for gate, some in pairs(by_gate) do
      for _, one in ipairs(gate.mode == 'drop' and {} or some) do
        write_run(one.job)
        if gate.mode == 'hold' then
          redis.call('ZADD', gated_set(gate.name), one.score, one.job.id)
          redis.call('HSET', JOB .. one.job.id, 'y', gate.name)
        end
      end
      if gate.mode ~= 'hold' then
        gate.count = gate.count + #some
        redis.call('HSET', part('gates'), gate.name, gate_text(gate))
      end
    end
    stop_expiry(buried)
    fail(buried, now)
    if #dropped > 0 then
      for _, id in ipairs(ids) do tell_schedule(id, 'gone') end
      if limits then leave(limits, dropped) end
      if window then remember(ids) end
      forget_expiry(ids)
      redis.call('UNLINK', unpack(dropped))
      redis.call('HINCRBY', TUBE, 'dropped', #dropped)
    end
  end

  -- While nothing of the tube is delivered: drops and buries what is due. Returns when to look again.
  function made.stay_closed(paused)
    local left = has_gate(ends_jobs) and MAX_LOOKED_AT or 0
    for _, name in ipairs(left > 0 and waiting_lanes(LANES_LOOKED_AT) or {}) do
      if left > 0 then left = left - look_through(name == '' and DELAY or DELAY .. ':' .. name, left) end
    end
    made.settle()
    return met >= MAX_LOOKED_AT and now or made.first_event(paused or tonumber(UNTIL_RESUMED))
  end

  go_through_lanes()
  return made
end
