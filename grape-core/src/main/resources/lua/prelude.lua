-- Stands before every script of a tube, after the clock. The parts follow it: job, work, content, events, read, expiring, rate, gates,
-- sharing, emptied, holding, lanes, spots, delay, unreadable, places, missing, sets, limits, caps, schedules, runs, retry, successors,
-- leases, rank, turns, charges, switch, weights, due, windows, doubles, kept, keeping, plans, lift, overdue, gating, picked, shown,
-- occurrences, overlap, serve and lateness. A script gets of them what it uses: in front of it, or, what only its function otherwise uses, in there,
-- so that a usual run does not make it.
-- KEYS 1 tube: hash · 2 delay: zset · 3 retain: zset · 4 failed: zset · 5 coming: zset · 6 urgent: zset
-- ARGV 1 what the key of every job of the tube begins with

local call = redis.call
local TUBE, DELAY, RETAIN, FAILED, COMING, URGENT = unpack(KEYS)
local JOB = ARGV[1]
local DEFAULT_PRIORITY = 1024
-- The latest layout of a tube's keys that is known. Every script refuses a tube of a later one with LATER_RELEASE, and changes nothing.
local LAYOUT = '4'
local UNTIL_RESUMED = '9007199254740991'
-- Numbers are given to Redis as text: of each that is none it makes 17 digits.
local NOW, BEFORE_NEXT_MS = string.format('%d', now), string.format('(%d', now + 1)

-- How the tube's keys share it, as sharing.lua reads it; off = they do no more, and their lanes are being emptied; nil = they never did.
local keyed
-- How many gates it has; nil = none.
local gates
-- For how many ms ids are remembered after the end of their jobs, as windows.lua does it; 0 = as the jobs say, or some are from before;
-- nil = no id is.
local window
-- For how many ms jobs are kept after they finished, as keeping.lua does it; 0 = no more are, and some may be from before; nil = none is.
local keeping
-- In how many ms jobs expire that are not begun, as overdue.lua does it; 0 = as the jobs say, or some are from before; nil = none does.
local expiry
-- Whether the tube has schedules, as runs.lua tells them how their occurrences end; nil = it has none.
local has_schedules
-- The tube's own fields, ttr and deleting first, then those named; or nil and why there is none. Nothing sees a tube that is
-- being removed; who has to know gets DELETING as well.
local function read_tube(...)
  local fields = call('HMGET', TUBE, 'version', 'keys', 'gates', 'window', 'keepMs', 'expiry', 'schedules', 'ttr', 'deleting', ...)
  local version
  version, keyed, gates, window, keeping, expiry, has_schedules = unpack(fields, 1, 7)
  if version and version ~= LAYOUT and (tonumber(version) or 0) > tonumber(LAYOUT) then return nil, 'LATER_RELEASE' end
  if fields[9] then return nil, 'TUBE_NOT_FOUND', 'DELETING' end
  if not fields[8] then return nil, 'TUBE_NOT_FOUND' end
  return { unpack(fields, 8) }
end

-- Calls a function at the end of the run, after those that are to be called already.
local function do_at_end(act)
  local earlier = at_end
  at_end = earlier and function()
    earlier()
    act()
  end or act
end

-- The latest ms at which anything happened to a job of the tube, and the mark of its last operation, 0 = none. Neither goes back when
-- the clock does. Nil until they are known.
local newest, last_mark
local function know_marks(of_newest, of_mark)
  newest, last_mark = tonumber(of_newest or 0) or 0, tonumber(of_mark or 0) or 0
end

local function read_marks()
  if not newest then know_marks(unpack(redis.call('HMGET', TUBE, 'newest', 'mark'))) end
end

-- Keeps that something happens to jobs of the tube now.
local function keep_newest()
  read_marks()
  if now > newest then redis.call('HSET', TUBE, 'newest', NOW) end
  newest = math.max(newest, now)
end

-- Counts jobs as lost of whose ids there was another one later.
local function lose(count)
  if count > 0 then redis.call('HINCRBY', TUBE, 'lost', count) end
end

-- Tells the brokers in which somebody waits for this tube that a job is or will be ready at a ms.
local function hint(channel, tube_name, parked_until, due)
  if parked_until and tonumber(parked_until) > now then
    -- Brokers look for jobs without a hint, too: what is stored by now must not fail if Redis denies the channel.
    redis.pcall('PUBLISH', channel, string.format('%d %s', math.max(0, due - now), tube_name))
  end
end

-- The key of a part of the tube.
local function part(name)
  return TUBE:sub(1, -5) .. name
end

-- How many gates it has from now on.
local function know_gates(count)
  gates = count > 0 and string.format('%d', count) or nil
end

-- The layout of a tube by what it uses.
local function layout_of(limits, of_keys)
  if window or keeping or expiry or redis.call('HEXISTS', TUBE, 'successors') == 1 then return '4' end
  if of_keys or gates then return '3' end
  return (limits or redis.call('EXISTS', part('schedules')) == 1) and '2' or '1'
end

local function write_layout()
  redis.call('HSET', TUBE, 'version', layout_of(unpack(redis.call('HMGET', TUBE, 'limits', 'keys'))))
end

-- Tells those who wait for the tube that there may be a job for them at a ms, nil = now.
local function tell_waiting(due)
  local namespace, name = TUBE:match('^(.*):{(.*)}:tube$')
  hint(namespace .. ':hints', name, redis.call('HGET', TUBE, 'parkedUntil'), due or now)
end
