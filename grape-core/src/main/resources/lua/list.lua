#!lua flags=no-writes
-- Looks at a page of the jobs in one state: of those in one set, from a place on, in order.
-- ARGV 2 delayed, ready, retained or failed · 3 priority whose set to look at, of the delayed and ready ones ·
--   4 score and 5 id to begin behind, '' = at the start · 6 most jobs · 7 most payload bytes after the first job
-- Reply: OK · more, when this set holds more · 1, when other priorities may have sets for this state · then for each job: id ·
--   score · run or '' · reason or '' · header and payload
-- Failures: TUBE_NOT_FOUND

local tube = read_tube('priorities')
if not tube then return { 'TUBE_NOT_FOUND' } end

local state, priority, from, behind = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local most, most_bytes = tonumber(ARGV[6]), tonumber(ARGV[7])
local place = ({ retained = RETAIN, failed = FAILED })[state]
local set = place or delay_set(priority)
local least = (state == 'delayed' or state == 'retained') and string.format('(%.0f', now + 1) or '(-inf'
local beyond = state == 'ready' and now + 1 or math.huge

-- By rank, so that it does not matter how many have the same score. A job that left its place is begun behind by its score.
local first = redis.call('ZCOUNT', set, '-inf', least)
if from ~= '' then
  local score = redis.call('ZSCORE', set, behind)
  local rank = score and tonumber(score) == tonumber(from) and redis.call('ZRANK', set, behind) + 1
  first = math.max(first, rank or redis.call('ZCOUNT', set, '-inf', '(' .. from))
end

local found = redis.call('ZRANGE', set, first, first + most, 'WITHSCORES')
local reply, bytes, count = { 'OK', '', not place and tube[3] or '' }, 0, 0
for i = 1, #found, 2 do
  local job = tonumber(found[i + 1]) < beyond and read_job(found[i])
  if job then
    local data = whole(job)
    bytes = bytes + #data
    if count == most or (count > 0 and bytes > most_bytes) then
      reply[2] = 'more'
      break
    end
    count = count + 1
    for _, value in ipairs({ job.id, found[i + 1], job.run or '', redis.call('HGET', JOB .. job.id, 'r') or '', data }) do
      reply[#reply + 1] = value
    end
  end
end

return reply
