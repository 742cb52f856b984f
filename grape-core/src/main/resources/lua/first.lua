#!lua flags=allow-oom
-- Looks for the first job in a state: of the ready ones the next to be delivered, of the delayed ones the next to be due, of the
-- failed ones the first that failed. Leases that have run out are ended first, up to 100 of them.
-- ARGV 2 hint channel · 3 tube name · 4 ready, delayed or failed
-- Reply: OK · 1, or 0 when the tube is paused, or a gate holds all its jobs · then, unless there is none: id · priority · score
-- Failures: TUBE_NOT_FOUND

local PRIORITIES = 1000
local tube, none = read_tube('parkedUntil', 'pausedUntil', 'priorities')
if not tube then return { none } end

if expire(100) > 0 then hint(ARGV[2], ARGV[3], tube[3], now) end

local state = ARGV[4]
local place = place_of_state(state)
local from = state == 'delayed' and now + 1 or '-inf'
local to = state == 'ready' and BEFORE_NEXT_MS or '+inf'

local first, score_of_first, its_priority
local function look_at(set, priority)
  local head = redis.call('ZRANGEBYSCORE', set, from, to, 'WITHSCORES', 'LIMIT', 0, 1)
  if head[1] and (not first or tonumber(head[2]) < tonumber(score_of_first)) then
    first, score_of_first, its_priority = head[1], head[2], priority
  end
end

if place.by_priority and (tube[5] or keyed) then
  local names, priority_of = waiting_lanes(PRIORITIES)
  for _, name in ipairs(names) do
    if first and state == 'ready' and priority_of(name) > its_priority then break end
    look_at(name == '' and DELAY or DELAY .. ':' .. name, priority_of(name))
  end
else
  look_at(place.set, DEFAULT_PRIORITY)
end
local is_held = tube[4] and tonumber(tube[4]) > now or has_gate(holds_all)
local reply = { 'OK', is_held and '0' or '1' }
if not first then return reply end
if state == 'failed' then its_priority = (read_job(first) or { priority = DEFAULT_PRIORITY }).priority end
reply[3], reply[4], reply[5] = first, string.format('%d', its_priority), score_of_first
return reply
