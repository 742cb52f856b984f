#!lua flags=no-writes
-- Looks at a page of the jobs in one state: of those in one set, from a place on, in order.
-- ARGV 2 delayed, ready, retained or failed · 3 priority whose set to look at, of the delayed and ready ones ·
--   4 score and 5 id to begin behind, '' = at the start · 6 most jobs · 7 most payload bytes after the first job ·
--   8 least score, '' = any · 9 score that all are below, '' = any
-- Reply: OK · more, when this set holds more · 1, when other priorities may have sets for this state · then for each job: id ·
--   score · run or '' · reason or '' · header, headers if any, and payload
--   One that cannot be read has nothing but a reason that says why.
-- Failures: TUBE_NOT_FOUND

local tube = read_tube('priorities')
if not tube then return { 'TUBE_NOT_FOUND' } end

local state, priority, from, behind = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local most, most_bytes = tonumber(ARGV[6]), tonumber(ARGV[7])
local place = ({ retained = RETAIN, failed = FAILED })[state]
local set = place or delay_set(priority)
local least = (state == 'delayed' or state == 'retained') and BEFORE_NEXT_MS or '(-inf'
local beyond = math.min(state == 'ready' and now + 1 or math.huge, tonumber(ARGV[9]) or math.huge)
local first = math.max(redis.call('ZCOUNT', set, '-inf', least), rank_behind(set, from, behind))
if ARGV[8] ~= '' then first = math.max(first, redis.call('ZCOUNT', set, '-inf', '(' .. ARGV[8])) end

local found = redis.call('ZRANGE', set, first, first + most, 'WITHSCORES')
local reply, bytes, count = { 'OK', '', not place and tube[3] or '' }, 0, 0
for i = 1, #found, 2 do
  local job, data, why
  if tonumber(found[i + 1]) < beyond then job, why = read_job(found[i]) end
  if job then data, why = whole(job) end
  if why then job, data = { id = found[i] }, NOTHING end
  if data then
    bytes = bytes + #data
    if count == most or (count > 0 and bytes > most_bytes) then
      reply[2] = 'more'
      break
    end
    count = count + 1
    for _, value in ipairs({ job.id, found[i + 1], job.run or '', why or redis.call('HGET', JOB .. job.id, 'r') or '', data }) do
      reply[#reply + 1] = value
    end
  end
end

return reply
