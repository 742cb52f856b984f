#!lua flags=allow-oom
-- Looks at jobs whose ids a scan found, and puts right what does not fit together: so that each is in exactly one set, and each
-- member of a set is a job. What cannot be read is put among the failed ones. What a later
-- release stored, or is of a tube that is being removed, is left alone.
-- ARGV 2 hint channel · 3 tube name · 4 priority or lane in whose set the ids were found, or gated:name, '' = elsewhere ·
--   5 1 = no other node has keys of the slot: what is missing is lost · then for each job, no id twice: id
-- Reply: OK · lost · recovered · doubled · misplaced · unlisted · stalled · unreadable · first id that was wrong or '' ·
--   how many are missing and were left where they are
-- Failures: TUBE_NOT_FOUND · how many of the jobs are there nevertheless · DELETING: the tube is being removed

local tube, none, leaving = read_tube('parkedUntil', 'priorities', 'missing')
if leaving or none == 'LATER_RELEASE' then return { leaving or none } end

local found_in = ARGV[4]
local is_gated = found_in:find('^gated:')
local found_set = is_gated and part(found_in) or found_in ~= '' and set_of_lane(found_in) or nil
local faults = { lost = 0, recovered = 0, doubled = 0, misplaced = 0, unlisted = 0, stalled = 0, unreadable = 0 }
local first, there, wake = '', 0, nil
local taken, mended, placed, turned_up, gone, absent = {}, {}, {}, {}, {}, 0

local function note(fault, id)
  faults[fault] = faults[fault] + 1
  if first == '' then first = id end
end

local function take_from(scores, job, right)
  for set in pairs(scores) do
    if set ~= right then
      taken[set] = taken[set] or {}
      table.insert(taken[set], job)
    end
  end
end

local function put(job, set, time)
  if set ~= delay_set(job.priority, job.key) then
    placed[#placed + 1] = { set, job.id, job }
  else
    queue(job, score_for(set, time), time)
    wake = math.min(wake or time, time)
  end
end

local function repair(job, own, scores, count, is_held)
  local is_leased = job.lease > 0 and not ran_out(job.run)
  local right, time = right_set(job, own, scores, is_leased, found_set)
  local is_stale = is_leased and right ~= RETAIN
  if count == 1 and scores[right] and not is_stale and not is_held then return end
  if is_stale or count == 0 or (count == 1 and scores[RETAIN]) then
    note('recovered', job.id)
  else
    note(count > 1 and 'doubled' or 'misplaced', job.id)
  end
  -- Or whoever holds it would finish it where it is not, and leave a member behind.
  if is_stale then job.score = -job.score end
  job.right, job.is_stale = right, is_stale
  mended[#mended + 1] = job
  take_from(scores, job, right)
  if not scores[right] then put(job, right, time) end
end

local function look_at(id)
  local job, why, is_later = read_job(id)
  if is_later then return end
  local priority = job and job.priority or why and search(id) or DEFAULT_PRIORITY
  local key_name, one = job and job.key, job or { id = id }
  local scores, count, never = places_of(id, priority, key_name, found_set)
  local is_held, kept = next(never) ~= nil, tube[5] and redis.call('ZSCORE', MISSING, id)
  local is_placed = count > 0 or is_held
  if not job and not why and ARGV[5] ~= '1' then
    absent = absent + ((is_placed or kept or listed_expiry(id)) and 1 or 0)
    return
  end
  if kept and not is_placed and job then note('recovered', id) elseif kept and (is_placed or not why) then note('lost', id) end
  if kept then table.insert(job and turned_up or gone, id) end
  if kept and job then table.insert(turned_up, kept) end
  if kept and job and not is_placed then return end
  if not why and mend_expiry(id, job) then note('unlisted', id) end
  take_from(never, one)
  local own, other = unpack(delay_sets(priority, key_name))
  if job then return repair(job, not scores[own] and other and scores[other] and other or own, scores, count, is_held) end
  if why and not (count == 1 and scores[FAILED]) then
    note('unreadable', id)
    if not scores[FAILED] then placed[#placed + 1] = { FAILED, id } end
    take_from(scores, one, FAILED)
  elseif not why and is_placed then
    note('lost', id)
    take_from(scores, one)
  end
end

for at = 6, #ARGV, 1 do
  local id = ARGV[at]
  if tube then look_at(id) else there = there + redis.call('EXISTS', JOB .. id) end
end
if not tube then return { 'TUBE_NOT_FOUND', tostring(there) } end

for set, jobs in pairs(taken) do take_out(set, jobs) end
for _, job in ipairs(mended) do
  if job.is_stale then write_run(job) end
  forget_fields_of_others(job.id, job.right)
end
enqueue(keyed and lanes().resize)
give_back(turned_up)
forget_missing(gone)
for _, one in ipairs(placed) do
  redis.call('ZADD', one[1], NOW, one[2])
  if keyed and one[3] then lanes().came(one[1], one[3], NOW) end
end
for set in pairs(taken) do forget_if_empty(set) end

-- Jobs of a priority or lane that is in no index would never be delivered.
local function list(set, name)
  local head = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
  if not head[2] or (is_listed(name, head[2]) and tube[4]) then return end
  note(parts_of_lane(name) and 'stalled' or 'unlisted', head[1])
  redis.call('ZADD', COMING, 'LT', head[2], name)
  redis.call('HSET', TUBE, 'priorities', 1)
  wake = math.min(wake or now, math.floor(tonumber(head[2])))
end
if found_set and found_set ~= DELAY and not is_gated and (keyed or tonumber(found_in)) then list(found_set, found_in) end

local reply = { 'OK' }
for _, fault in ipairs({ 'lost', 'recovered', 'doubled', 'misplaced', 'unlisted', 'stalled', 'unreadable' }) do
  local count = faults[fault]
  if count > 0 then redis.call('HINCRBY', TUBE, fault, count) end
  reply[#reply + 1] = tostring(count)
end
reply[#reply + 1] = first
reply[#reply + 1] = tostring(absent)
if wake then hint(ARGV[2], ARGV[3], tube[3], wake) end
return reply
