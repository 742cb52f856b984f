#!lua flags=no-writes
-- Looks at a tube: its fields, and its counts. Of the priorities and lanes, a run counts up to 1000.
-- ARGV 2 how many of those to pass over; above 0 only they are counted
-- Reply: OK · now · how many to pass over next, '' = all are counted · score of the job that is ready for longest or '' · score of the
--   next delayed job or '' · next deadline or '' · how many that are due are more urgent than usual · how many
--   finished ones are kept · since which ms the first job that is counted waits longer than the tube wants, '' = none does · 1 when one of
--   these could be delivered, else '' · then for each place that is not apart how many jobs there are due, and how many later · then the
--   tube's fields and their values
-- Failures: TUBE_NOT_FOUND

local PRIORITIES = 1000
local skip = tonumber(ARGV[2])
local tube, none = read_tube('priorities', 'latenessTarget', 'limits')
if not tube then return { none } end

local after = string.format('%d', now + 1)
local oldest, due, later, following, urgent_ones = nil, {}, {}, {}, 0
local on_time, late = tube[4] and now - tonumber(tube[4]), {}
for _, place in ipairs(places()) do due[place], later[place] = 0, 0 end

local function count(place, set)
  local size = redis.call('ZCARD', set)
  due[place] = due[place] + size
  if size == 0 or place.due == place.later then return end
  local not_due = redis.call('ZCOUNT', set, after, '+inf')
  due[place], later[place] = due[place] - not_due, later[place] + not_due
  local head = not_due < size and redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]
  if head then oldest = math.min(oldest or tonumber(head), tonumber(head)) end
  if head and on_time and tonumber(head) < on_time then late[#late + 1] = { set = set, score = tonumber(head) } end
  local next_one = not_due > 0 and redis.call('ZRANGEBYSCORE', set, after, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  if next_one then following[place.later] = math.min(following[place.later] or tonumber(next_one), tonumber(next_one)) end
end

local waiting = place_of_state('ready')
local function count_priority(name)
  local before = due[waiting]
  count(waiting, DELAY .. ':' .. name)
  if (tonumber(name:match('^%d+')) or DEFAULT_PRIORITY) < DEFAULT_PRIORITY then urgent_ones = urgent_ones + due[waiting] - before end
end

for _, place in ipairs(skip == 0 and places() or {}) do
  for _, set in ipairs(all_sets_of(place)) do count(place, set) end
end

local next_skip = ''
if tube[3] then
  local names, more = lanes_from(skip, PRIORITIES)
  for _, name in ipairs(names) do count_priority(name) end
  if more then next_skip = tostring(skip + PRIORITIES) end
end

local late_since, is_free
if late[1] then late_since, is_free = late_jobs(late, on_time, tube[5]) end

local function text(score)
  return score and string.format('%d', math.floor(time_of(score))) or ''
end
local reply = { 'OK', NOW, next_skip, text(oldest), text(following.delayed), text(following.retained), tostring(urgent_ones),
  tostring(keeping and redis.call('ZCARD', part('done')) or 0), text(late_since), is_free and '1' or '' }
for _, place in ipairs(places()) do
  reply[#reply + 1], reply[#reply + 2] = tostring(due[place]), tostring(later[place])
end
for _, value in ipairs(redis.call('HGETALL', TUBE)) do reply[#reply + 1] = value end
return reply
