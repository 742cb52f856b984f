#!lua flags=no-writes
-- Says how much work a tube has: what waits, what runs, how many jobs were delivered of late, and how long they ran. Of the priorities and
-- lanes, a run counts up to 1000.
-- ARGV 2 how many of those to pass over; above 0 only they are counted · 3 ms that jobs may wait, where the tube has no lateness target
-- Reply: OK · now · how many to pass over next, '' = all are counted · ready ones · score of the one that is ready for longest or '' ·
--   ready ones that nothing holds for longer than they may wait · score of the oldest of those or '' · how many are due until then ·
--   how many are in progress · how many ms they may wait · 1 when the tube delivers by then, else '' · its concurrency or '' ·
--   its deliveries a second or '' · how many jobs were delivered of late · in how many ms · how many jobs were measured ·
--   how many ms they ran together
-- Failures: TUBE_NOT_FOUND

local PRIORITIES, SLOTS, SLOT_MS, RECENT = 1000, 60, 60000, 3
local skip = tonumber(ARGV[2])
local tube, none = read_tube('priorities', 'latenessTarget', 'limits', 'pausedUntil', 'consumed', 'sampled', 'ran')
if not tube then return { none } end

local target = tonumber(tube[4] or ARGV[3])
local horizon = now + target
local ready, free, soon, running = 0, 0, 0, 0
local oldest, oldest_free

local function outlasts(gate) return gate.strength and (gate.to or math.huge) > horizon end

local function is_held(key_name)
  local gate = gate_of(key_name, nil, function(one) return one.kind == 'key' and outlasts(one) end)
  return gate or keyed and keyed ~= 'off' and sharing().limits_of(key_name).paused
end

local function least(a, b) return a and b and math.min(a, b) or a or b end

local function count(set, key_name)
  local due = redis.call('ZCOUNT', set, '-inf', BEFORE_NEXT_MS)
  local head = due > 0 and tonumber(redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]) or nil
  oldest = least(oldest, head)
  ready = ready + due
  if key_name and is_held(key_name) then return end
  free, oldest_free = free + due, least(oldest_free, head)
  if set ~= RETAIN then soon = soon + redis.call('ZCOUNT', set, string.format('%d', now + 1), string.format('(%d', horizon + 1)) end
end

if skip == 0 then
  count(RETAIN)
  running = held_now()
  count(DELAY)
  for _, gate in ipairs(tube_gates()) do
    if gate.is_lifting or not outlasts(gate) then soon = soon + redis.call('ZCARD', gated_set(gate.name)) end
  end
end

local next_skip = ''
if tube[3] then
  local names, more = lanes_from(skip, PRIORITIES)
  local key_of, key_names = {}, {}
  for _, name in ipairs(names) do
    key_of[name] = keyed and select(2, parts_of_lane(name)) or nil
    key_names[#key_names + 1] = key_of[name]
  end
  if keyed then sharing().know(key_names) end
  for _, name in ipairs(names) do count(DELAY .. ':' .. name, key_of[name]) end
  if more then next_skip = tostring(skip + PRIORITIES) end
end

-- What was delivered since the last sample, and in the last minutes; and how long that took, one minute at least.
local function delivered_lately()
  local consumed_ever = tonumber(tube[7] or 0)
  local sampled = tube[8] and tonumber(tube[8]:match('^%d+ (%d+)') or 0) or consumed_ever
  local slot, fields = math.floor(now / SLOT_MS), {}
  local delivered, first = math.max(0, consumed_ever - sampled), slot
  for i = 1, RECENT do fields[i] = string.format('%d', (slot - i + 1) % SLOTS) end
  for _, text in ipairs(redis.call('HMGET', part('samples'), unpack(fields))) do
    local at, consumed = (text or ''):match('^(%d+) %d+ (%d+)')
    if at and tonumber(at) > slot - RECENT and tonumber(at) <= slot and tonumber(consumed) > 0 then
      delivered, first = delivered + tonumber(consumed), math.min(first, tonumber(at))
    end
  end
  return delivered, math.max(SLOT_MS, now - first * SLOT_MS)
end

local delivered, within = delivered_lately()
local concurrency, rate = (tube[5] or ''):match('^(%S+) (%S+)')
local is_open = tonumber(tube[6] or 0) <= horizon and not has_gate(function(gate) return gate.kind == 'all' and outlasts(gate) end)
local ended, ran = (tube[9] or '0 0'):match('^(%d+) (%d+)$')
local function whole(number) return string.format('%d', number) end
local function time_or_none(score) return score and whole(math.floor(time_of(score))) or '' end
return { 'OK', NOW, next_skip, whole(ready), time_or_none(oldest), whole(free), time_or_none(oldest_free), whole(soon), whole(running),
  whole(target), is_open and '1' or '', tonumber(concurrency) and concurrency or '', tonumber(rate) and rate or '',
  whole(delivered), whole(within), ended or '0', ran or '0' }
