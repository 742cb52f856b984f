-- Stands before every script of a tube, after the clock; job.lua, events.lua, read.lua, delay.lua, unreadable.lua, places.lua,
-- missing.lua, sets.lua and rank.lua follow it.
-- KEYS 1 tube: hash · 2 delay: zset · 3 retain: zset · 4 failed: zset · 5 coming: zset · 6 urgent: zset
-- ARGV 1 what the key of every job of the tube begins with

local TUBE, DELAY, RETAIN, FAILED, COMING, URGENT = unpack(KEYS)
local JOB = ARGV[1]
local DEFAULT_PRIORITY = 1024
-- The layout of a tube's keys. Every script refuses a tube of a later one with LATER_RELEASE, and changes nothing.
local LAYOUT = 1
local UNTIL_RESUMED = '9007199254740991'
-- Numbers are given to Redis as text: of each that is none it makes 17 digits.
local NOW, BEFORE_NEXT_MS = string.format('%d', now), string.format('(%d', now + 1)

-- The latest ms at which anything happened to a job of the tube, and the mark of its last operation, 0 = none. Neither goes back when
-- the clock does.
local newest, last_mark = 0, 0

-- The tube's own fields, ttr and deleting first, then those named; or nil and why there is none. Nothing sees a tube that is
-- being removed; who has to know gets DELETING as well.
local function read_tube(...)
  local names = { 'ttr', 'deleting', ... }
  local count = #names
  names[count + 1], names[count + 2], names[count + 3] = 'newest', 'mark', 'version'
  local fields = redis.call('HMGET', TUBE, unpack(names))
  newest, last_mark = tonumber(fields[count + 1] or 0) or 0, tonumber(fields[count + 2] or 0) or 0
  if (tonumber(fields[count + 3]) or 0) > LAYOUT then return nil, 'LATER_RELEASE' end
  if fields[2] then return nil, 'TUBE_NOT_FOUND', 'DELETING' end
  if not fields[1] then return nil, 'TUBE_NOT_FOUND' end
  return fields
end

-- Counts jobs as lost of whose ids there was another one later.
local function lose(count)
  if count > 0 then redis.call('HINCRBY', TUBE, 'lost', count) end
end

-- Tells the brokers in which somebody waits for this tube that a job is or will be ready at a ms.
local function hint(channel, tube_name, parked_until, due)
  if parked_until and tonumber(parked_until) > now then
    redis.call('PUBLISH', channel, string.format('%d %s', math.max(0, due - now), tube_name))
  end
end
