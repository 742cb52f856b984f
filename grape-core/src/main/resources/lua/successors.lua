-- What is to follow a job that is under a lease: it was produced meanwhile. Stands before every script of a tube, after when a job is
-- tried again.

-- Field s of a job: due ms, the ms at which it is due at the latest or 0, and, packed, its priority, its bytes, its fields and their
-- values in turn, d first, and since when the tube counts bytes, where these are counted in field z of the job. Field b of a job that waits
-- is the second of these.
local SUCCESSOR, SUCCESSOR_BYTES = '>I6I6', 12
local function successor_of(id)
  local stored = try('HGET', JOB .. id, 's')
  if not stored or #stored < SUCCESSOR_BYTES then return nil end
  local due, bound = struct.unpack(SUCCESSOR, stored)
  local priority, size, fields, since = unpack(cmsgpack.unpack(stored:sub(SUCCESSOR_BYTES + 1)))
  local next = { due = due, bound = bound, priority = priority, size = size, fields = fields, since = since }
  for i = 1, #fields, 2 do
    if fields[i] == 'k' then next.key = fields[i + 1] elseif fields[i] == 'u' then next.expires = fields[i + 1] end
  end
  return next
end

-- How many bytes of what follows a job are counted with those of the job, in a tube that counts since then.
local function successor_size(id, since)
  local next = successor_of(id)
  return next and next.since == since and next.size or 0
end

-- The header of a job that is due at a ms, with that delay; created: ms.
local function header_due(data, due, created)
  data = data:sub(1, 2) .. struct.pack('>I6', created) .. data:sub(9)
  if data:byte(2) % 2 == 0 then return data end
  return data:sub(1, 8) .. struct.pack('>I6', math.max(0, due - now)) .. data:sub(15)
end

-- Counts the bytes of a job that takes the place of another, in a tube that counts them.
local function recount(key, size, limits)
  if not limits or limits:match('(%S+)$') == '-' then return end
  local sized = redis.call('HGET', TUBE, 'sized')
  local epoch, before = (try('HGET', key, 'z') or ''):match('^(%d+) (%d+)$')
  if epoch ~= sized then before = 0 end
  redis.call('HINCRBY', TUBE, 'bytes', string.format('%d', size - tonumber(before)))
  return sized .. string.format(' %d', size)
end

-- Puts what follows a job on its way to where a consume will find it. Returns its due ms.
local function queue_successor(id, next)
  queue({ id = id, priority = next.priority, key = next.key }, score_for(delay_set(next.priority, next.key), next.due), next.due)
  return next.due
end

-- A job begins anew as its successor says; it is in no set by then. events: what is kept of its history, nil = nothing; limits: field
-- limits of the tube.
local function begin_successor(id, next, events, limits)
  local key, fields = JOB .. id, next.fields
  local size = recount(key, next.size, limits)
  tell_schedule(id, 'gone')
  fields[2] = header_due(fields[2], next.due, now)
  redis.call('DEL', key)
  redis.call('HSET', key, unpack(fields))
  if size then redis.call('HSET', key, 'z', size) end
  if events then redis.call('HSET', key, 'e', events) end
  if next.expires then let_expire({ next.expires, id }) end
  keep_newest()
  keep_mark(id, now)
end

-- Of jobs that finish, begins those anew that have a successor, and says so in the reply, which has the others' outcomes in the order of
-- the arguments, three a job. Returns the ids and the keys of the others.
local function begin_successors(ids, keys, limits, reply)
  local left, keys_left, is_new, due = {}, {}, {}, nil
  for i, id in ipairs(ids) do
    local next = successor_of(id)
    if next then
      is_new[id], due = true, math.min(due or next.due, queue_successor(id, next))
      begin_successor(id, next, nil, limits)
    else
      left[#left + 1], keys_left[#left + 1] = id, keys[i]
    end
  end
  for at = 3, #ARGV, 3 do
    if is_new[ARGV[at]] then reply[at / 3 + 2] = 'SUCCESSOR' end
  end
  enqueue(keyed and lanes().resize)
  if due then
    redis.call('HINCRBY', TUBE, 'produced', #ids - #left)
    tell_waiting(due)
  end
  return left, keys_left
end

-- Jobs that would have failed begin anew instead: each counts as one that failed and was discarded, and as a new one.
local function count_failed_successors(count)
  if count == 0 then return end
  for _, total in ipairs({ 'buried', 'discarded', 'produced' }) do redis.call('HINCRBY', TUBE, total, count) end
end

-- Keeps what is to follow a job that is under a lease, in the place of an earlier one, which says when it is due at the latest.
local function follow(id, next)
  local before = successor_of(id)
  if before and before.bound > 0 then
    next.bound, next.due = before.bound, math.min(next.asked, before.bound)
    next.fields[#next.fields + 1], next.fields[#next.fields + 2] = 'b', string.format('%d', before.bound)
  end
  redis.call('HSET', JOB .. id, 's',
    struct.pack(SUCCESSOR, next.due, next.bound) .. cmsgpack.pack({ next.priority, next.size, next.fields, next.since }))
  redis.call('HSET', TUBE, 'successors', 1)
  redis.call('HSET', TUBE, 'version', layout_of())
end
