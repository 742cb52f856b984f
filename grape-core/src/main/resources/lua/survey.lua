#!lua flags=no-writes
-- Looks for jobs of an operation: of those in one set, from a place on, in order, those to which nothing has happened
-- since it was given its mark.
-- ARGV 2 failed, delayed or ready · 3 priority whose set to look at, of the delayed and ready ones ·
--   4 score and 5 id to begin behind, '' = at the start · 6 most members to look at · 7 least due ms, '' = any ·
--   8 due ms that all are below, '' = any · 9 ms when the operation began, '' = now · 10 its mark,
--   '' = none yet · 11 1 = the tube knows the mark, 0 = an earlier release began it, or it has none
-- Reply: OK · now · how many jobs were ever buried · how many members of this set are in that state and window ·
--   1, when other priorities may have sets for this state · score · id of the last that was looked at, '' = that is all of this set ·
--   then for each job: id · score · reason or ''
-- Failures: TUBE_NOT_FOUND · FORGOTTEN: the tube does not know the mark any more

local tube = read_tube('priorities', 'buried')
if not tube then return { 'TUBE_NOT_FOUND' } end

local state, priority, most, begun = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[6]), tonumber(ARGV[9]) or now
local mark = tonumber(ARGV[10])
if ARGV[11] == '1' and last_mark < mark then return { 'FORGOTTEN' } end
local is_failed = state == 'failed'
local set = is_failed and FAILED or delay_set(priority)
local least = math.max(state == 'delayed' and math.max(now, begun) + 1 or 0, tonumber(ARGV[7]) or 0)
local first_later = ({ delayed = LATEST, ready = begun + 1, failed = mark and mark + 1 or LATEST })[state]
local below = math.min(first_later, tonumber(ARGV[8]) or LATEST)
local from, to = string.format('%d', least), string.format('(%d', below)

local reply = { 'OK', NOW, tube[4] or '0', tostring(redis.call('ZCOUNT', set, from, to)), not is_failed and tube[3] or '', '', '' }
local first = math.max(redis.call('ZCOUNT', set, '-inf', '(' .. from), rank_behind(set, ARGV[4], ARGV[5]))
local found = most > 0 and redis.call('ZRANGE', set, first, first + most - 1, 'WITHSCORES') or {}
for i = 1, #found, 2 do
  if tonumber(found[i + 1]) >= below then return reply end
  local job = read_job(found[i])
  if job and (not mark or is_as_at(job, mark)) then
    local reason = is_failed and redis.call('HGET', JOB .. job.id, 'r') or ''
    for _, value in ipairs({ job.id, found[i + 1], reason }) do reply[#reply + 1] = value end
  end
end
if #found == 2 * most and most > 0 then reply[6], reply[7] = found[#found], found[#found - 1] end
return reply
