#!lua flags=allow-oom
-- Finishes jobs: retained -> gone, or -> finished where the tube keeps them; one that has a successor begins anew: retained -> delayed or
-- ready. A lease that ran out may still finish while nobody else was given the job. One that is kept is finished again by its lease, and
-- that counts nothing. What keeps jobs runs without allow-oom.
-- ARGV 2 keep, in a tube that keeps jobs; full, as it does, and Redis is full: none is kept; '' in any other ·
--   then for each job, no id twice: id · lease as 7 bytes, '' = whoever holds it · result: the length of its content type in a byte, that,
--   and its bytes; '' = none
-- Reply: OK · now · then for each job, or once if all are OK: OK, SUCCESSOR, JOB_NOT_FOUND, LEASE_LOST or, before how many bytes it may
--   have, TOO_LARGE
-- Failures: TUBE_NOT_FOUND · OTHERWISE · what the second argument has to be: nothing was done

local tube, none = read_tube('limits', 'successors')
if not tube then return { none } end
local keeps = keeping and keeping ~= '0'
if ARGV[2] ~= 'full' and (ARGV[2] == 'keep') ~= (keeps or false) then return { 'OTHERWISE', keeps and 'keep' or '' } end

-- Those whose lease stands are retained ones; those whose lease ran out before are so no more.
local reply, keys, held, ids, key_names, finished, standing, rare = { 'OK', NOW }, {}, {}, {}, {}, 0, 0, nil

local function otherwise()
  local elsewhere, other = {}, { leave = leave, remember = remember, keep = keep_finished, most_of_result = most_of_result,
    succeed = begin_successors, tell_schedule = tell_schedule }

  function other.admit(id, key, lease)
    local run = try('HGET', key, 'x')
    if not is_last_lease(run, lease) then
      if run or call('EXISTS', key) == 1 then return 'LEASE_LOST' end
      local is_same, is_kept
      if keeping then is_same, is_kept = has_finished(id, lease) end
      return is_same and 'OK' or is_kept and lease ~= '' and 'LEASE_LOST' or 'JOB_NOT_FOUND'
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

  return other
end

local sub, byte = string.sub, string.byte
local results = {}
for at = 3, #ARGV, 3 do
  local id, lease, result = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local key = JOB .. id
  local run, key_name
  if keyed then
    local fields = pcall('HMGET', key, 'x', 'k')
    run, key_name = fields[1], fields[2]
  else
    run = pcall('HGET', key, 'x')
  end
  local most
  if result ~= '' then
    rare = rare or otherwise()
    most, results[id] = rare.most_of_result(result), result
  end
  local is_held = not most and type(run) == 'string' and sub(run, 5, 11) == lease and lease ~= NO_LEASE and (byte(run, 12) or 0) < 128
  if is_held then
    finished, standing = finished + 1, standing + 1
    keys[finished], ids[finished], held[standing], key_names[standing] = key, id, id, key_name
  else
    rare = rare or otherwise()
  end
  reply[at / 3 + 2] = is_held and 'OK' or most and 'TOO_LARGE' .. ' ' .. most or rare.admit(id, key, lease)
end
if finished == 0 then return reply end

-- The ids first: if their set cannot be made, nothing was done.
if window then
  rare = rare or otherwise()
  rare.remember(ids)
end
local absent = standing > 0 and standing - call('ZREM', RETAIN, unpack(held)) or 0
if rare or absent > 0 then
  rare = rare or otherwise()
  rare.take_away(absent)
end
if tube[3] or keyed or keeps or tube[4] or has_schedules then
  rare = rare or otherwise()
  for _, id in ipairs(has_schedules and ids or {}) do rare.tell_schedule(id, 'finished') end
  if keyed then rare.let_go() end
  if tube[4] then ids, keys = rare.succeed(ids, keys, tube[3], reply) end
  if tube[3] then rare.leave(tube[3], keys) end
  if keeps and ARGV[2] == 'full' then call('HINCRBY', TUBE, 'unkept', #ids) elseif keeps then rare.keep(ids, results) end
end
if #keys > 0 then call('UNLINK', unpack(keys)) end
call('HINCRBY', TUBE, 'finished', finished)
return rare and reply or { 'OK', NOW, 'OK' }
