-- What keys pay for the time that their jobs run. Stands before every script of a tube, after whose turn it is.

-- Puts the ms that a job ran into the mean, and returns the one that it is held against. The mean of a few jobs has each of them in it: or
-- those after a short first one would pay for many turns.
local MEAN_OF = 64
local function mean_with(ran)
  local mean, of = (redis.call('HGET', TUBE, 'mean') or ''):match('^(%S+) (%d+)$')
  local before, jobs = tonumber(mean) or ran, math.min(MEAN_OF, (tonumber(of) or 0) + 1)
  local after = math.max(1, before + (ran - before) / jobs)
  redis.call('HSET', TUBE, 'mean', string.format('%.3f %d', after, jobs))
  return jobs < MEAN_OF and after or before
end

-- Where keys share time, one that ran longer than usual pays for it with its turn: by the share of the mean time by which it did.
-- Jobs without a key pay as those of a key do. Where no lane waits for its turn, nobody owes anything.
local function charge(job)
  local key_name = job.key or ''
  local ran = now - math.floor(job.lease / 1024)
  local mean = mean_with(ran)
  local turn, owed = part('turn:' .. string.format('%d', job.priority)), part('owed:' .. string.format('%d', job.priority))
  local last = tonumber(redis.call('ZSCORE', turn, LAST_TAG) or 0)
  local own = tonumber(redis.call('ZSCORE', turn, key_name) or nil)
  local before = own or math.max(last, tonumber(redis.call('ZSCORE', owed, key_name) or 0))
  local tag = math.max(last, before + (ran / mean - 1) / sharing().limits_of(key_name).weight)
  if own then
    redis.call('ZADD', turn, tag_text(tag), key_name)
  elseif tag > last and redis.call('EXISTS', turn) == 1 then
    redis.call('ZADD', owed, tag_text(tag), key_name)
  end
end
