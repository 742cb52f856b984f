#!lua flags=no-writes
-- Looks for jobs of an operation: of those in some sets, one after the other and each in order, from a place in the first one on, those
-- with its key and label to which nothing has happened since it was given its mark.
-- ARGV 2 failed, delayed or ready · 3 priorities and lanes whose sets to look at, separated by spaces; one of any for the failed ones ·
--   4 score and 5 id to begin behind in the first, '' = at its start · 6 most members to look at · 7 least due ms, '' = any ·
--   8 due ms that all are below, '' = any · 9 ms when the operation began, '' = now · 10 its mark, '' = none yet ·
--   11 1 = the tube knows the mark, 0 = an earlier release began it, or it has none · 12 1 = all members are counted, else 0 ·
--   13 key and 14 label of the jobs, '' = any
-- Reply: OK · now · how many jobs were ever buried · how many members of the sets are in that state and window, whatever tags they have,
--   0 = not counted ·
--   1, when other priorities may have sets for this state · priority or lane · score · id of the last that was looked at,
--   '' = that is all of the sets · then for each job: id · priority or lane · score · reason or ''
-- Failures: TUBE_NOT_FOUND · FORGOTTEN: the tube does not know the mark any more

local tube, none = read_tube('priorities', 'buried')
if not tube then return { none } end
read_marks()

local state, from_score, behind, left, begun = ARGV[2], ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[9]) or now
local mark, counts, total = tonumber(ARGV[10]), ARGV[12] == '1', 0
if ARGV[11] == '1' and last_mark < mark then return { 'FORGOTTEN' } end
local place = place_of_state(state)
local is_failed = state == 'failed'
local least = math.max(state == 'delayed' and math.max(now, begun) + 1 or 0, tonumber(ARGV[7]) or 0)
local first_later = ({ delayed = LATEST, ready = begun + 1, failed = mark and mark + 1 or LATEST })[state]
local below = math.min(first_later, tonumber(ARGV[8]) or LATEST)
local from, to = string.format('%d', least), string.format('(%d', below)

local function members_of_set(set)
  if from_score == '' then return redis.call('ZRANGEBYSCORE', set, from, to, 'WITHSCORES', 'LIMIT', 0, left) end
  local first = math.max(redis.call('ZCOUNT', set, '-inf', '(' .. from), rank_behind(set, from_score, behind))
  from_score = ''
  return redis.call('ZRANGE', set, first, first + left - 1, 'WITHSCORES')
end

local reply = { 'OK', NOW, tube[4] or '0', '0', place.by_priority and tube[3] or '', '', '', '' }
local function look_at(set, lane)
  local found = left > 0 and members_of_set(set) or {}
  for i = 1, #found, 2 do
    if tonumber(found[i + 1]) >= below then return end
    left = left - 1
    reply[6], reply[7], reply[8] = lane, found[i + 1], found[i]
    local job = read_job(found[i])
    if job and has_tags(job, ARGV[13], ARGV[14]) and (not mark or is_as_at(job, mark)) then
      local reason = is_failed and redis.call('HGET', JOB .. job.id, 'r') or ''
      for _, value in ipairs({ job.id, lane, found[i + 1], reason }) do reply[#reply + 1] = value end
    end
  end
end

for lane in ARGV[3]:gmatch('%S+') do
  local set = place.by_priority and set_of_lane(lane) or place.set
  if left > 0 then look_at(set, lane) end
  if counts then total = total + redis.call('ZCOUNT', set, from, to) end
end
reply[4] = tostring(total)
if left > 0 then reply[6], reply[7], reply[8] = '', '', '' end
return reply
