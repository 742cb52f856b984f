-- How much a tube holds. Stands before every script of a tube, after how much it delivers.

-- What is counted against the caps of a tube; nil when it has none. Field bytes of the tube is the sum of field z of its jobs: since when
-- it is counted, and how many. It begins anew when the tube is empty.
local function read_caps(text)
  local caps = read_limits(text)
  if not (caps.jobs or caps.bytes) then return nil end
  local found = redis.call('HMGET', TUBE, 'sized', 'bytes', 'produced', 'finished', 'deleted', 'discarded', 'dropped',
    'expiredUnstarted', 'moved', 'lost', 'missing')
  caps.since, caps.live = found[1], tonumber(found[3] or 0)
  for i = 4, #found do caps.live = caps.live - tonumber(found[i] or 0) end
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

local function size_of(key, since)
  local epoch, size = (try('HGET', key, 'z') or ''):match('^(%d+) (%d+)$')
  return epoch == since and tonumber(size) or 0
end

-- Counts a job that was stored, or stored anew.
local function count_in(caps, key, size, before)
  if not before then caps.live = caps.live + 1 end
  if not caps.bytes then return end
  caps.used = caps.used + size - (before or 0)
  redis.call('HSET', key, 'z', caps.since .. ' ' .. string.format('%d', size))
end

-- The fields of a tube that change with its limits, and their values: its layout, and from when on bytes are counted.
local function fields_with_limits(before, after, since)
  local fields = { 'version', after == '' and '1' or '2' }
  local had, has = before ~= '' and read_limits(before).bytes, after ~= '' and read_limits(after).bytes
  if has and not had then for _, value in ipairs({ 'sized', since, 'bytes', '0' }) do fields[#fields + 1] = value end end
  return fields
end

-- Counts jobs out that go, by their keys, and tells those who wait for the tube that fewer are held.
local function leave(text, keys)
  local limits, bytes = read_limits(text), 0
  if limits.bytes then
    local since = redis.call('HGET', TUBE, 'sized')
    for _, key in ipairs(keys) do bytes = bytes + size_of(key, since) end
    if bytes > 0 then redis.call('HINCRBY', TUBE, 'bytes', -bytes) end
  end
  if limits.concurrency then
    local namespace, name = TUBE:match('^(.*):{(.*)}:tube$')
    hint(namespace .. ':hints', name, redis.call('HGET', TUBE, 'parkedUntil'), now)
  end
end
