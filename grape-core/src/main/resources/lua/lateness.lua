-- Which jobs wait longer than their tube wants. Stands before every script of a tube, after serve.

-- Of the sets whose first job waits since before a ms the first of their jobs that no gate acts on, and whose key nobody paused: its score,
-- nil = none; and whether such a job could be delivered, as no limit of its key or of the tube holds it. Bounded: reads so many jobs
-- and asks so many keys, the sets that wait for longest first.
local LATE_LOOKS = 100
local function late_jobs(sets, on_time, limits)
  table.sort(sets, function(one, other) return one.score < other.score end)
  local is_limited, looks, since, is_free = shown_limits(limits) ~= '', 0, nil, false
  local by_label, names = has_gate(function(gate) return gate.strength and gate.kind == 'label' end), {}
  for _, one in ipairs(sets) do
    local priority
    if keyed then priority, one.key = parts_of_lane(one.set:sub(#DELAY + 2)) end
    one.first = one.key and { priority = tonumber(priority), place = one.score }
    names[#names + 1] = one.key
  end
  if keyed then sharing().know(names) end

  local function first_without_gate(one)
    if not by_label then return not gate_of(one.key) and one.score end
    local found = redis.call('ZRANGEBYSCORE', one.set, '-inf', string.format('(%d', on_time), 'WITHSCORES', 'LIMIT', 0, LATE_LOOKS - looks)
    for i = 1, #found, 2 do
      local job = read_job(found[i])
      looks = looks + 1
      if not (job and gate_of(job.key, job.labels)) then return tonumber(found[i + 1]) end
    end
  end

  for _, one in ipairs(sets) do
    local is_paused = one.key and sharing().limits_of(one.key).paused
    local score = not is_paused and first_without_gate(one)
    if score then
      since, looks = math.min(since or score, score), looks + 1
      is_free = not is_limited and not (one.key and sharing().allowance(one.key, one.first) < 1)
    end
    if is_free or since and is_limited or looks >= LATE_LOOKS then break end
  end
  return since, is_free
end
