#!lua flags=no-writes
-- Looks at a page of the jobs in one state: of those in some sets, one after the other and each in order, from a place in the first one on.
-- ARGV 2 delayed, ready, retained or failed · 3 priorities whose sets to look at, separated by spaces, of the delayed and ready ones; one
--   of any for the others · 4 score and 5 id to begin behind in the first, '' = at its start · 6 most jobs ·
--   7 most payload bytes after the first job · 8 least score, '' = any · 9 score that all are below, '' = any
-- Reply: OK · the priority of the last job, when these sets hold more, else '' · 1, when other priorities may have sets for this state ·
--   then for each job: id · score · run as it is shown, or '' · reason or '' · header, headers if any, and payload
--   One that cannot be read has nothing but a reason that says why.
-- Failures: TUBE_NOT_FOUND

local tube = read_tube('priorities')
if not tube then return { 'TUBE_NOT_FOUND' } end

local state, from_score, behind, most, most_bytes = ARGV[2], ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
local place = ({ retained = RETAIN, failed = FAILED })[state]
local is_later = state == 'delayed' or state == 'retained'
local least = math.max(is_later and now + 1 or -math.huge, tonumber(ARGV[8]) or -math.huge)
local beyond = math.min(state == 'ready' and now + 1 or math.huge, tonumber(ARGV[9]) or math.huge)
local from = least == -math.huge and '-inf' or string.format('%.17g', least)
local to = beyond == math.huge and '+inf' or string.format('(%.17g', beyond)
local reply, bytes, count, last = { 'OK', '', not place and tube[3] or '' }, 0, 0, ''

-- One more than fits tells that there is more.
local function members_of_set(set)
  local left = most - count + 1
  if from_score == '' then return redis.call('ZRANGEBYSCORE', set, from, to, 'WITHSCORES', 'LIMIT', 0, left) end
  local first = math.max(redis.call('ZCOUNT', set, '-inf', '(' .. from), rank_behind(set, from_score, behind))
  from_score = ''
  return redis.call('ZRANGE', set, first, first + left - 1, 'WITHSCORES')
end

-- False once the page is full.
local function add_from(set, priority)
  local found = members_of_set(set)
  for i = 1, #found, 2 do
    local job, data, why
    if tonumber(found[i + 1]) < beyond then job, why = read_job(found[i]) end
    if job then data, why = whole(job) end
    if why then job, data = { id = found[i] }, NOTHING end
    if data then
      bytes = bytes + #data
      if count == most or (count > 0 and bytes > most_bytes) then return false end
      count, last = count + 1, priority
      local reason = why or redis.call('HGET', JOB .. job.id, 'r') or ''
      for _, value in ipairs({ job.id, found[i + 1], shown_run(job.run, job.earlier or 0), reason, data }) do
        reply[#reply + 1] = value
      end
    end
  end
  return true
end

for priority in ARGV[3]:gmatch('%d+') do
  if not add_from(place or delay_set(tonumber(priority)), priority) then
    reply[2] = last
    break
  end
end
return reply
