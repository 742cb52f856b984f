#!lua flags=no-writes
-- Counts what is due when in a tube. Of the priorities with sets of their own, a run counts so many that it counts 2000 times.
-- ARGV 2 ms since 1970 when the first step begins · 3 ms of a step · 4 how many steps · 5 how many of those priorities to
--   pass over; above 0 only priorities are counted
-- Reply: OK · how many to pass over next, '' = all are counted · ready ones · delayed ones behind the last step ·
--   then for each step the delayed ones that are due in it
-- Failures: TUBE_NOT_FOUND

local COUNTS = 2000
local from, step, steps, skip = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local tube, none = read_tube('priorities')
if not tube then return { none } end

local overdue, later, counts = 0, 0, {}
for i = 1, steps do counts[i] = 0 end

-- How many are delayed until a ms at the least, and until before another.
local function between(set, first, last)
  first = math.max(first, now + 1)
  if first >= last then return 0 end
  return redis.call('ZCOUNT', set, string.format('%d', first), last == math.huge and '+inf' or string.format('(%d', last))
end

local function count_set(set)
  overdue = overdue + redis.call('ZCOUNT', set, '-inf', BEFORE_NEXT_MS)
  later = later + between(set, from + step * steps, math.huge)
  if between(set, from, from + step * steps) == 0 then return end
  for i = 1, steps do counts[i] = counts[i] + between(set, from + step * (i - 1), from + step * i) end
end

if skip == 0 then
  for _, place in ipairs(places()) do
    if place.by_priority then
      count_set(place.set)
    elseif place.due == 'ready' then
      overdue = overdue + redis.call('ZCOUNT', place.set, '-inf', NOW)
    end
  end
end

local next_skip = ''
if tube[3] then
  local most = math.max(1, math.floor(COUNTS / (steps + 3)))
  local names, more = lanes_from(skip, most)
  for _, name in ipairs(names) do count_set(DELAY .. ':' .. name) end
  if more then next_skip = tostring(skip + most) end
end

local reply = { 'OK', next_skip, tostring(overdue), tostring(later) }
for i = 1, steps do reply[#reply + 1] = tostring(counts[i]) end
return reply
