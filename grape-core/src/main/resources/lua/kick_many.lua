#!lua flags=allow-oom
-- Kicks the first failed jobs, or else the first delayed ones in delivery order: -> ready; their attempts begin anew.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs · 5 failed, delayed, or '' = failed ones if there are any
-- Reply: OK · which kind was kicked: failed or delayed · how many ·
--   then for each job that cannot be read and was put behind the failed ones, or is not there and is kept: id · '' · why
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil', 'priorities')
if not tube then return { none } end

local most, kind, priorities = tonumber(ARGV[4]), ARGV[5], tube[4]
if kind == '' then kind = redis.call('EXISTS', FAILED) == 1 and 'failed' or 'delayed' end

local jobs, taken = {}, {}
-- A member that is no job is taken out with the others.
local function take(set, least)
  local ids, found = {}, redis.call('ZRANGEBYSCORE', set, least, '+inf', 'WITHSCORES', 'LIMIT', 0, most - #jobs)
  for i = 1, #found, 2 do
    local job, why = read_job(found[i])
    ids[#ids + 1] = found[i]
    if not job then
      if why then mark_unreadable(found[i], why) else miss(found[i], found[i + 1]) end
    else
      record_event(job, KICKED, now, 0)
      begin_anew(job)
      queue(job, place_again(job, now), now)
      jobs[#jobs + 1] = job
    end
  end
  if #ids > 0 then taken[#taken + 1] = { set, ids } end
end

if kind == 'failed' then
  take(FAILED, '-inf')
else
  for _, name in ipairs(priorities and waiting_lanes(1000) or { '' }) do
    if #jobs < most and met_others() < 100 then take(name == '' and DELAY or DELAY .. ':' .. name, now + 1) end
  end
end

for _, from in ipairs(taken) do
  redis.call('ZREM', from[1], unpack(from[2]))
  if keyed then lanes().left(from[1], jobs) end
end
for _, job in ipairs(jobs) do
  write_run(job)
  if kind == 'failed' then redis.call('HDEL', JOB .. job.id, 'r') end
end
enqueue(keyed and lanes().resize)
if #jobs > 0 then
  redis.call('HINCRBY', TUBE, 'kicked', #jobs)
  hint(ARGV[2], ARGV[3], tube[3], now)
end
return move_unreadable({ 'OK', kind, tostring(#jobs) }, kind == 'failed')
