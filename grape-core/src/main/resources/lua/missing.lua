-- Jobs that were missing and have turned up. Stands before every script of a tube, after the places.

local function put_back(job, score)
  if may_expire(job) then let_expire({ string.format('%d', job.expires), job.id }) end
  local place = home_of(job)
  if place.by_priority then
    redis.call('HDEL', JOB .. job.id, 'y')
    queue(job, score, math.floor(time_of(score)))
  else
    redis.call('ZADD', place.set, score, job.id)
    if keyed then lanes().came(place.set, job, score) end
  end
end

-- Keeps these ids no longer, whatever became of them. Returns how many of them were kept.
local function forget_missing(ids)
  local kept = #ids > 0 and redis.call('ZREM', MISSING, unpack(ids)) or 0
  if kept > 0 then redis.call('HINCRBY', TUBE, 'missing', -kept) end
  return kept
end

-- Gives those back that are there now, of ids and the scores they had in turn: how many; and how many are another job by now.
local function give_back(found)
  local ids, back, others = {}, 0, 0
  for i = 1, #found, 2 do
    local job = read_job(found[i])
    if job then
      ids[#ids + 1] = job.id
      if is_in(job) then
        others = others + 1
      else
        back = back + 1
        put_back(job, found[i + 1])
      end
    end
  end
  forget_missing(ids)
  enqueue(keyed and lanes().resize)
  return back, others
end

-- Looks for ten of them, others each time.
local function look_for_missing(count)
  if count == 0 then return end
  local first = now % math.max(1, count - 9)
  local back, others = give_back(redis.call('ZRANGE', MISSING, first, first + 9, 'WITHSCORES'))
  if back > 0 then redis.call('HINCRBY', TUBE, 'recovered', back) end
  lose(others)
end
