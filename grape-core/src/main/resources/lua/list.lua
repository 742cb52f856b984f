#!lua flags=no-writes
-- Looks at a page of the jobs in one state: of some sets, one after the other, from a place in the first on. Passes over what is missing.
-- ARGV 2 state · 3 priorities and lanes whose sets to look at, separated by spaces, of the delayed and ready ones; 1024:name of gates, of
--   the gated ones; one of any for the others · 4 score and 5 id to begin behind in the first, '' = at its start · 6 most jobs ·
--   7 most payload bytes after the first job · 8 least score, '' = any · 9 score that all are below, '' = any · 10 key and 11 label,
--   '' = any; with one of them up to 100 members are looked at
-- Reply: OK · priority or lane · score · id of the last that was looked at, when these sets hold more, else '' · 1, or more, when
--   other priorities or gates may have sets for this state · then for each job: id · score · run as it is shown, or '' · reason or '' ·
--   header, headers if any, and payload · where its consumer is asked to stop, since when in ms, and the reason, else '' ·
--   as shown_progress. A finished one has its outcome in the place of a reason. One that cannot be read has nothing but a reason that
--   says why.
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('priorities')
if not tube then return { none } end

local state, from_score, behind, room, most_bytes = ARGV[2], ARGV[4], ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
local left = ARGV[10] == '' and ARGV[11] == '' and room or 100
local is_kept = state == 'finished'
local place = is_kept and { set = part('done'), due = state, later = state } or place_of_state(state)
local is_later, is_due = state ~= place.due, state ~= place.later
local least = math.max(is_later and now + 1 or -math.huge, tonumber(ARGV[8]) or -math.huge)
local beyond = math.min(is_due and now + 1 or math.huge, tonumber(ARGV[9]) or math.huge)
local from = least == -math.huge and '-inf' or string.format('%.17g', least)
local to = beyond == math.huge and '+inf' or string.format('(%.17g', beyond)
local reply, bytes, is_full = { 'OK', '', '', '', place.by_priority and tube[3] or place.by_gate and gates or '' }, 0, false
-- One more than fits tells that there is more.
local function members_of_set(set)
  if from_score == '' then return redis.call('ZRANGEBYSCORE', set, from, to, 'WITHSCORES', 'LIMIT', 0, left + 1) end
  local first = math.max(redis.call('ZCOUNT', set, '-inf', '(' .. from), rank_behind(set, from_score, behind))
  from_score = ''
  return redis.call('ZRANGE', set, first, first + left, 'WITHSCORES')
end

local function add(job, data, score, why)
  local reason, checkpoint, window_ms, bound = why or job.outcome, nil, nil, nil
  if not reason then reason, checkpoint, window_ms, bound = unpack(redis.call('HMGET', JOB .. job.id, 'r', 'c', 'v', 'b')) end
  local is_held = state == 'retained'
  for _, value in ipairs({ job.id, score, shown_run(job.run, job.earlier or 0), reason or '',
    with_checkpoint(with_id_reuse(data, window_ms, bound), checkpoint), is_held and shown_cancel(job) or '', is_held and shown_progress(job) or '' }) do reply[#reply + 1] = value end
end

local function add_from(set, lane)
  local found = members_of_set(set)
  for i = 1, #found, 2 do
    if tonumber(found[i + 1]) >= beyond then return end
    local data, job, why = nil, (is_kept and read_kept or read_job)(found[i])
    local is_wanted = has_tags(job, ARGV[10], ARGV[11])
    if job and is_wanted then data, why = whole(job) end
    if why and is_wanted then job, data = { id = found[i] }, NOTHING end
    is_full = left == 0 or room == 0 or (data and bytes > 0 and bytes + #data > most_bytes)
    if is_full then return end
    left = left - 1
    reply[2], reply[3], reply[4] = lane, found[i + 1], found[i]
    if data then
      bytes, room = bytes + #data, room - 1
      add(job, data, found[i + 1], why)
    end
  end
end

for lane in ARGV[3]:gmatch('%S+') do
  if not is_full then add_from(set_in_place(place, lane), lane) end
end
if not is_full then reply[2], reply[3], reply[4] = '', '', '' end
return reply
