#!lua flags=allow-oom
-- Looks for the first job in a state: of the ready ones the next to be delivered, of the delayed ones the next to be due, of the
-- failed ones the first that failed. Leases that have run out are ended first, up to 100 of them.
-- ARGV 2 hint channel · 3 tube name · 4 ready, delayed or failed
-- Reply: OK · 1, or 0 when the tube is paused · then, unless there is none: id · priority · score
-- Failures: TUBE_NOT_FOUND

local PRIORITIES = 1000
local tube, none = read_tube('parkedUntil', 'pausedUntil', 'priorities')
if not tube then return { none } end

if expire(100) > 0 then hint(ARGV[2], ARGV[3], tube[3], now) end

local state = ARGV[4]
local place = place_of_state(state)
local from = state == 'delayed' and now + 1 or '-inf'
local to = state == 'ready' and BEFORE_NEXT_MS or '+inf'

-- The priorities whose sets may have one, in their order.
local function priorities()
  local names, known = { DEFAULT_PRIORITY }, {}
  if not place.by_priority or not tube[5] then return names end
  for _, index in ipairs({ redis.call('ZRANGE', URGENT, 0, PRIORITIES - 1), redis.call('ZRANGE', COMING, 0, PRIORITIES - 1) }) do
    for _, name in ipairs(index) do
      if not known[name] and is_priority(name) then names[#names + 1] = tonumber(name) end
      known[name] = true
    end
  end
  table.sort(names)
  return names
end

local first, score_of_first, its_priority
for _, priority in ipairs(priorities()) do
  local head = redis.call('ZRANGEBYSCORE', set_of(place, priority), from, to, 'WITHSCORES', 'LIMIT', 0, 1)
  if head[1] and (not first or tonumber(head[2]) < tonumber(score_of_first)) then
    first, score_of_first, its_priority = head[1], head[2], priority
  end
  if first and state == 'ready' then break end
end
local reply = { 'OK', tube[4] and tonumber(tube[4]) > now and '0' or '1' }
if not first then return reply end
if state == 'failed' then its_priority = (read_job(first) or { priority = DEFAULT_PRIORITY }).priority end
reply[3], reply[4], reply[5] = first, string.format('%d', its_priority), score_of_first
return reply
