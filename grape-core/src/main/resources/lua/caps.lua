-- How much a tube holds. Stands before every script of a tube, after how much it delivers.

-- The totals of produced jobs, then of those that are live no more.
local BALANCE = { 'produced', 'finished', 'deleted', 'discarded', 'dropped', 'expiredUnstarted', 'moved', 'lost', 'missing' }
local function live_of(totals, from)
  local live = tonumber(totals[from] or 0)
  for i = from + 1, #totals do live = live - tonumber(totals[i] or 0) end
  return live
end

local function live_jobs()
  return live_of(redis.call('HMGET', TUBE, unpack(BALANCE)), 1)
end

-- No job has a successor any more.
local function forget_successors()
  redis.call('HDEL', TUBE, 'successors')
  write_layout()
end

-- What is counted against the caps of a tube; nil when it has none. Field bytes of the tube is the sum of field z of its jobs: since when
-- it is counted, and how many. It begins anew when the tube is empty. What the templates of its schedules hold is taken from the cap.
local function read_caps(text)
  local caps = read_limits(text)
  if not (caps.jobs or caps.bytes) then return nil end
  local found = redis.call('HMGET', TUBE, 'sized', 'bytes', 'templateBytes', unpack(BALANCE))
  caps.since, caps.live = found[1], live_of(found, 4)
  caps.bytes = caps.bytes and caps.bytes - tonumber(found[3] or 0)
  caps.used = caps.live > 0 and tonumber(found[2] or 0) or 0
  return caps
end

-- Which cap leaves no room for a new job of so many bytes: maxJobs or maxBytes. A job that is there is no new one.
local function cap_against(caps, key, size)
  local cap
  if caps.jobs and caps.live >= caps.jobs then cap = 'maxJobs' end
  if caps.bytes and caps.used + size > caps.bytes then cap = 'maxBytes' end
  return cap and redis.call('EXISTS', key) == 0 and cap or nil
end

-- Whether maxBytes leaves no room for a job that is there to have so many bytes more. One that does not grow is never refused.
local function lacks_bytes(caps, growth)
  return caps.bytes and growth > 0 and caps.used + growth > caps.bytes
end

local function size_of(key, since)
  local epoch, size = (try('HGET', key, 'z') or ''):match('^(%d+) (%d+)$')
  return epoch == since and tonumber(size) or 0
end

local function write_size(caps, key, size)
  if caps.bytes then redis.call('HSET', key, 'z', caps.since .. ' ' .. string.format('%d', size)) end
end

-- Counts a job that was stored, or stored anew.
local function count_in(caps, key, size, before)
  if not before then caps.live = caps.live + 1 end
  caps.used = caps.used + size - (before or 0)
  write_size(caps, key, size)
end

-- The fields of a tube that change with its limits, and their values: from when on bytes are counted.
local function fields_with_limits(before, after, since)
  local had, has = before ~= '' and read_limits(before).bytes, after ~= '' and read_limits(after).bytes
  return has and not had and { 'sized', since, 'bytes', '0' } or {}
end

-- How many jobs keys have, with those that this run makes or takes away.
local counted = {}
local function count_of_key(key_name)
  counted[key_name] = counted[key_name] or lanes().count(key_name)
  return counted[key_name]
end

-- Whether the cap of its key leaves no room for a new job, by its tags. One for which there is room is counted.
local function key_cap(tags, key)
  local key_name = tags[1] == 'k' and tags[2]
  local most = key_name and sharing().limits_of(key_name).jobs
  if not most or redis.call('EXISTS', key) == 1 then return nil end
  if count_of_key(key_name) >= most then return 'key' end
  counted[key_name] = counted[key_name] + 1
end

-- Whether the cap of a key leaves no room for a job that takes the place of another, or follows it. before: the key that counts that one,
-- nil = none does; leaves: it is counted no more.
local function key_cap_of_next(key_name, before, leaves)
  if key_name == before then return nil end
  local most = key_name and sharing().limits_of(key_name).jobs
  if most and count_of_key(key_name) >= most then return 'key' end
  if most then counted[key_name] = counted[key_name] + 1 end
  if before and leaves and sharing().limits_of(before).jobs then counted[before] = count_of_key(before) - 1 end
end

-- Counts jobs out that go, by their keys, and tells those who wait for the tube that fewer are held.
local function leave(text, keys)
  local limits, bytes = read_limits(text), 0
  if limits.bytes then
    local since = redis.call('HGET', TUBE, 'sized')
    for _, key in ipairs(keys) do bytes = bytes + size_of(key, since) end
    if bytes > 0 then redis.call('HINCRBY', TUBE, 'bytes', -bytes) end
  end
  if limits.concurrency then tell_waiting() end
end
