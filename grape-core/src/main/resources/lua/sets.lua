-- The sets that jobs are in. Stands before every script of a tube, after what is set aside.

local SPENT = 'attempts are spent'

-- Where a job that was delivered, or failed, waits again, from a ms on. Where keys keep their order, it keeps its place; one that is
-- kicked, or may not wait for longer than until that ms, is due then at the latest.
local function place_again(job, due, at_the_latest)
  local place = job.score ~= -1 and keyed and job.key and sharing().ordered and math.abs(job.score)
  if place and not ((job.is_anew or at_the_latest) and place >= due + 1) then return string.format('%.17g', place) end
  return score_for(delay_set(job.priority, job.key), due)
end

-- Takes jobs out of one set, that of the missing ones too.
local function take_out(set, jobs)
  local ids = {}
  for i, job in ipairs(jobs) do ids[i] = job.id end
  if set == MISSING then
    forget_missing(ids)
  elseif #ids > 0 then
    redis.call('ZREM', set, unpack(ids))
    if keyed then lanes().left(set, jobs) end
  end
end

-- Where keys keep their order, the delay of a job is one of its key, as none may overtake it: whether that is so. It ends when the job
-- leaves its lane, so a job that is moved within it is taken out of it before.
local function rests_for(job, delay)
  local is_ordered = keyed and job.key and sharing().ordered
  if is_ordered then sharing().rest(job.key, now + delay, job.id) end
  return is_ordered
end

-- A job with a key that fails without a delivery keeps the place in its lane: it comes back there, and those behind it wait for it.
local function keep_place(job, place)
  if not (keyed and job.key) then return end
  -- A place below 0 says that the lease of the job has run out: its worker may still finish it.
  local has_run_out = (job.lease or 0) > 0 and (job.score or 0) < 0
  job.score = has_run_out and -tonumber(place) or tonumber(place)
end

-- Forgets a priority whose last job has left its set.
local function forget_if_empty(set)
  local name = set:sub(1, #DELAY + 1) == DELAY .. ':' and set:sub(#DELAY + 2)
  if name and is_priority(name) and redis.call('EXISTS', set) == 0 then
    redis.call('ZREM', COMING, name)
    if not (keyed and redis.call('EXISTS', part('turn:' .. name)) == 1) then redis.call('ZREM', URGENT, name) end
  end
end

-- Where a live job is: its set, its score there, and its state. One that was missing and has turned up is among the missing ones, in
-- the state that it had.
local function locate(id, priority, key_name)
  for _, place in ipairs(places()) do
    for _, set in ipairs(sets_of(place, id, priority, key_name)) do
      local score = redis.call('ZSCORE', set, id)
      if score then return set, time_of(score), state_in(place, tonumber(score)) end
    end
  end
  local kept = redis.call('ZSCORE', MISSING, id)
  if not kept then return delay_set(priority, key_name), now, 'ready' end
  local job = read_job(id)
  return MISSING, time_of(kept), state_in(job and home_of(job) or place_of_state('ready'), tonumber(kept))
end

-- The set in which a job belongs, and the time to put it there with. Rather delivered once more than not at all: so a lease
-- that stands comes first, then waiting, then any other place. What never ran is due when its producer said.
local function right_set(job, own, scores, is_leased, found_set)
  if is_leased and scores[RETAIN] then return RETAIN end
  if scores[own] then return own end
  local gated = set_of_gate(job.id)
  if gated and scores[gated] then return gated end
  local elsewhere = found_set and scores[found_set] or scores[DELAY]
  if elsewhere then return own, math.floor(elsewhere) end
  for _, place in ipairs(places()) do
    local is_other = place.set ~= RETAIN and not (place.by_priority or place.by_gate)
    if is_other and (scores[place.set] or has_field(job, place)) then return place.set, now end
  end
  return own, job.run and now or created_at(job.data) + job.delay
end
