-- Gates of a tube: which of its ready jobs are held back, dropped or buried, and which new ones are refused. Stands before every script of
-- a tube, after the rates.

-- A field of hash gates, by the name of the gate: active or lifting; mode: hold, drop, bury or refuse; what it matches: key, label or all;
-- until ms, - = until it is lifted; since ms; how many jobs it dropped or buried; the key or label; then by whom, and why.
local GATE = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S*)\n([^\n]*)\n(.*)$'
-- Of several gates that match a job the first of these acts.
local STRENGTH = { drop = 3, bury = 2, hold = 1 }

local function read_gate(name, text)
  local state, mode, kind, to, since, count, value, by, reason = text:match(GATE)
  return { name = name, mode = mode, kind = kind, value = value, to = tonumber(to), since = since, count = tonumber(count), by = by,
    reason = reason, text = text, strength = STRENGTH[mode], is_lifting = state ~= 'active' or (tonumber(to) or math.huge) <= now }
end

local function gate_text(gate)
  return string.format('%s %s %s %s %s %d %s\n%s\n%s', gate.is_lifting and 'lifting' or 'active', gate.mode, gate.kind,
    gate.to and string.format('%d', gate.to) or '-', gate.since, gate.count, gate.value, gate.by, gate.reason)
end

local of_gates
local function tube_gates()
  if of_gates then return of_gates end
  of_gates = {}
  local stored = gates and redis.call('HGETALL', part('gates')) or {}
  for i = 1, #stored, 2 do of_gates[#of_gates + 1] = read_gate(stored[i], stored[i + 1]) end
  return of_gates
end

-- The jobs that a gate holds by their label, by their original scores.
local function gated_set(name)
  return part('gated:' .. name)
end

local function gate_matches(gate, key_name, labels)
  if gate.kind == 'all' then return true end
  if gate.kind == 'key' then return key_name == gate.value end
  return labels and labels:find(',' .. gate.value .. ',', 1, true) ~= nil
end

-- The gate that acts on a ready job with a key and labels, of those for which wanted says so, nil = of all; nil = none does.
local function gate_of(key_name, labels, wanted)
  local best
  for _, gate in ipairs(tube_gates()) do
    if gate.strength and not gate.is_lifting and (not wanted or wanted(gate)) and gate_matches(gate, key_name, labels)
      and (not best or gate.strength > best.strength) then best = gate end
  end
  return best
end

-- The gate that acts on all jobs of a key.
local function gate_of_key(key_name)
  return gate_of(key_name, nil, function(gate) return gate.kind == 'key' end)
end

-- The gate that holds a job back by its label.
local function gate_of_held(job, state)
  local name = state == 'gated' and redis.call('HGET', JOB .. job.id, 'y')
  for _, gate in ipairs(name and tube_gates() or {}) do if gate.name == name then return gate end end
end

-- Whether an active gate does what wanted says.
local function has_gate(wanted)
  for _, gate in ipairs(tube_gates()) do
    if not gate.is_lifting and wanted(gate) then return true end
  end
  return false
end

local function holds_all(gate) return gate.kind == 'all' and gate.mode == 'hold' end

local function ends_jobs(gate) return gate.mode == 'drop' or gate.mode == 'bury' end

-- Whether a gate holds, drops or buries one job and not the next, or takes each out of its set.
local function sifts(gate)
  return gate.mode ~= 'refuse' and (gate.kind == 'label' or gate.kind == 'all' and gate.mode ~= 'hold')
end

-- The gate that refuses a new job with such tags.
local function refusing_gate(tags)
  local key_name, labels
  for i = 1, #(tags or {}), 2 do
    if tags[i] == 'k' then key_name = tags[i + 1] elseif tags[i] == 't' then labels = tags[i + 1] end
  end
  for _, gate in ipairs(tube_gates()) do
    if gate.mode == 'refuse' and not gate.is_lifting and gate_matches(gate, key_name, labels) then return gate end
  end
end

-- The ms at which the next gate ends by itself, nil = none does.
local function gates_until()
  local first
  for _, gate in ipairs(tube_gates()) do
    if gate.to and not gate.is_lifting then first = math.min(first or gate.to, gate.to) end
  end
  return first
end

-- The gate that acts on a job, if it is ready: its name, mode, until ms, since ms, by whom and why, each '' where there is none.
local function shown_gate(job, state)
  local gate = gates and (gate_of_held(job, state) or state == 'ready' and gate_of(job.key, job.labels))
  if not gate then return '', '', '', '', '', '' end
  return gate.name, gate.mode, gate.to and string.format('%d', gate.to) or '', gate.since, gate.by, gate.reason
end

-- A gate that refuses, as a reply names it: its name, and until ms where it has an end.
local function refusal_by(gate)
  return gate.name .. (gate.to and string.format(' %d', gate.to) or '')
end

-- The gate against a new job. A job that is there is no new one.
local function gate_against(tags, key)
  local gate = refusing_gate(tags)
  if not gate or redis.call('EXISTS', key) == 1 then return nil end
  return refusal_by(gate)
end

-- Which gates would not go with such keys of the tube: those by key, where there are none; or those that hold by a label, where jobs keep
-- their order, as what they hold, or still put back, would be overtaken. Nil = all do.
local function gates_against(of_keys)
  if of_keys == '' and has_gate(function(gate) return gate.kind == 'key' end) then return 'key' end
  local ordered = select(5, of_keys:match('^(%S+) (%S+) (%S+) (%S+) (%S+)'))
  for _, gate in ipairs(ordered == 'true' and tube_gates() or {}) do
    if gate.kind == 'label' and gate.mode == 'hold' then return 'label' end
  end
end
