-- Gates that end. Stands before every script of a tube, after how much it holds.

-- Puts jobs back that a gate held, those with the lowest scores first: how many it was.
local function put_back_from(gate, most)
  local set, ids = gated_set(gate.name), {}
  local found = most > 0 and redis.call('ZRANGE', set, 0, most - 1, 'WITHSCORES') or {}
  for i = 1, #found, 2 do
    local job, why = read_job(found[i])
    ids[#ids + 1] = found[i]
    if not job then
      if why then mark_unreadable(found[i], why) else miss(found[i], found[i + 1]) end
    else
      record_event(job, GATE_LIFTED, now, #gate.name, gate.name)
      redis.call('HDEL', JOB .. job.id, 'y')
      queue(job, found[i + 1], math.floor(tonumber(found[i + 1])))
      write_run(job)
    end
  end
  if #ids > 0 then redis.call('ZREM', set, unpack(ids)) end
  return #ids
end

-- Forgets a gate that holds no job any more. What it held back is looked at again.
local function forget_gate(gate)
  redis.call('HDEL', part('gates'), gate.name)
  gate.is_lifting = true
  know_gates(redis.call('HLEN', part('gates')))
  if gates then
    redis.call('HSET', TUBE, 'gates', gates)
  else
    redis.call('HDEL', TUBE, 'gates')
    write_layout()
  end
  if gate.kind == 'key' and keyed then look_again(gate.value, true) else tell_waiting() end
end

-- Ends the gates whose time is over, and puts up to most of their jobs back. Returns how many, and whether there are more.
local function lift_gates(most)
  local lifted, more = 0, false
  for _, gate in ipairs(tube_gates()) do
    if gate.is_lifting then
      lifted = lifted + put_back_from(gate, most - lifted)
      if redis.call('EXISTS', gated_set(gate.name)) == 0 then
        forget_gate(gate)
      else
        more = true
        if gate_text(gate) ~= gate.text then redis.call('HSET', part('gates'), gate.name, gate_text(gate)) end
      end
    end
  end
  if lifted > 0 then enqueue(keyed and lanes().resize) end
  return lifted, more
end
