#!lua flags=allow-oom
-- Finishes jobs: retained -> gone; one that has a successor begins anew: retained -> delayed or ready. A lease that ran out may still
-- finish while nobody else was given the job.
-- ARGV 2.. for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it
-- Reply: OK · now · then for each job, or once if all are OK: OK, SUCCESSOR, JOB_NOT_FOUND or LEASE_LOST
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('limits', 'successors')
if not tube then return { none } end

-- Those whose lease stands are retained ones; those whose lease ran out before are so no more.
local reply, keys, held, ids, key_names, finished, standing, rare = { 'OK', NOW }, {}, {}, {}, {}, 0, 0, nil

local function otherwise()
  local other, elsewhere = { leave = leave, remember = remember }, {}

  function other.admit(id, key, lease)
    local run = try('HGET', key, 'x')
    if not is_last_lease(run, lease) then
      return (run or call('EXISTS', key) == 1) and 'LEASE_LOST' or 'JOB_NOT_FOUND'
    end
    finished = finished + 1
    keys[finished], ids[finished] = key, id
    if ran_out(run) then
      elsewhere[#elsewhere + 1] = read_job(id) or { id = id, priority = search(id) }
    else
      standing = standing + 1
      held[standing] = id
    end
    return 'OK'
  end

  -- One whose lease could not be ended is among the failed ones, as it cannot be read, or was missing then and has turned up.
  function other.take_away(absent)
    if absent > 0 then absent = absent - call('ZREM', FAILED, unpack(held)) end
    if absent > 0 then lose(forget_missing(held) - absent) end
    for _, job in ipairs(elsewhere) do
      local set = locate(job.id, job.priority, job.key)
      take_out(set, { job })
      forget_if_empty(set)
    end
  end

  -- In a tube with keys: what was held is no more, and where keys share time, it is known how much each took.
  function other.let_go()
    local jobs, in_time = {}, sharing().in_time
    for i = 1, standing do
      local key_name = key_names[i]
      if key_name == nil then key_name = try('HGET', JOB .. held[i], 'k') end
      local job = in_time and read_job(held[i]) or { id = held[i], key = key_name or nil }
      jobs[i] = job
      if in_time and job then charge(job) end
    end
    lanes().left(RETAIN, jobs)
  end

  -- Begins those anew that have a successor; returns the keys of the others.
  function other.succeed(limits)
    local left, count, due = {}, 0, nil
    for at = 2, #ARGV, 2 do
      local id, outcome = ARGV[at], at / 2 + 2
      local next = reply[outcome] == 'OK' and successor_of(id)
      if next then
        reply[outcome], count = 'SUCCESSOR', count + 1
        due = math.min(due or next.due, queue_successor(id, next))
        begin_successor(id, next, nil, limits)
      elseif reply[outcome] == 'OK' then
        left[#left + 1] = JOB .. id
      end
    end
    enqueue(keyed and lanes().resize)
    if count > 0 then redis.call('HINCRBY', TUBE, 'produced', count) end
    if due then tell_waiting(due) end
    return left
  end

  return other
end

local sub, byte = string.sub, string.byte
for at = 2, #ARGV, 2 do
  local id, lease = ARGV[at], ARGV[at + 1]
  local key = JOB .. id
  local run, key_name
  if keyed then
    local fields = pcall('HMGET', key, 'x', 'k')
    run, key_name = fields[1], fields[2]
  else
    run = pcall('HGET', key, 'x')
  end
  local is_held = type(run) == 'string' and sub(run, 5, 11) == lease and lease ~= NO_LEASE and (byte(run, 12) or 0) < 128
  if is_held then
    finished, standing = finished + 1, standing + 1
    keys[finished], ids[finished], held[standing], key_names[standing] = key, id, id, key_name
  else
    rare = rare or otherwise()
  end
  reply[at / 2 + 2] = is_held and 'OK' or rare.admit(id, key, lease)
end
if finished == 0 then return reply end

local absent = standing > 0 and standing - call('ZREM', RETAIN, unpack(held)) or 0
if rare or absent > 0 then
  rare = rare or otherwise()
  rare.take_away(absent)
end
if tube[3] or keyed or window or tube[4] then
  rare = rare or otherwise()
  if window then rare.remember(ids) end
  if keyed then rare.let_go() end
  if tube[4] then keys = rare.succeed(tube[3]) end
  if tube[3] then rare.leave(tube[3], keys) end
end
if #keys > 0 then call('UNLINK', unpack(keys)) end
call('HINCRBY', TUBE, 'finished', finished)
return rare and reply or { 'OK', NOW, 'OK' }
