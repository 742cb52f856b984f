#!lua
-- Produces jobs: none -> delayed or ready. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · options · tags and weight, headers, if any, and payload
-- Options: 1 byte of what to do with a live id, 0 keep, 1 replace, 2 reject, 3 debounce, 1 byte, 1 = due, 0 = delay, 2 more = has headers,
--   4 more = has tags, 8 more = has a window, 16 more = expires in some ms, 32 more = expires at a ms, 64 more = is due in some ms at
--   the latest, 6 bytes of due or delay in ms, 6 bytes of ttr ms, 0 = the tube's, 4 bytes of priority, 4 bytes of maximum attempts,
--   2^32-1 = the tube's, 2^32-2 = the tube's or, where those are the usual ones, endless, where it has a window 4 bytes of its ms, where
--   it expires 6 bytes of that in ms, where it is due at the latest 6 bytes of that in ms, content type
-- Reply: OK · now · then for each job, or once if all were created and are due in the same ms: created, replaced, kept, successor: it
--   follows the one that is retained, DUPLICATE or WRONG_STATE · due ms, retained, failed, or finished: the id is remembered; or
--   UNREADABLE · why; or TUBE_FULL · maxJobs or maxBytes, or key: that of its key; or GATED · gate, and until ms where it has an end; or
--   EXPIRES · ms at which it would, no later than it is due
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed ·
--   UNREGISTERED · the token with which to tell it that it is in the registry

local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'unregistered', 'produced', 'newest', 'mark', 'limits')
if not tube then return { leaving or none } end
if tube[5] then return { 'UNREGISTERED', tube[5] } end
know_marks(tube[7], tube[8])

local byte, format, min = string.byte, string.format, math.min
local reply, created, wake, rare = { 'OK', NOW }, 0, nil, nil

-- What jobs of the same options have in common: most of a run's, as a rule.
local plans = { [true] = {}, [false] = {} }
local function plan_of(options, is_apart)
  local known = plans[is_apart][options]
  if known then return known end
  local plan = read_options(options, tube[3], expiry)
  local due = plan.due
  wake = min(wake or due, due)
  plan.is_apart, plan.spot, plan.members = is_apart, score_spot(delay_set(plan.priority), due), members_of(delay_set(plan.priority), due)
  plan.header = pack_header(math.max(0, due - now), plan.ttr > 0 and plan.ttr or tonumber(tube[1]), plan.priority, plan.max_attempts,
    plan.content_type, is_apart, plan.has_headers)
  plans[is_apart][options] = plan
  return plan
end

local function otherwise()
  if expiry then end_expired_of(ARGV, 4, 3, tube[9]) end
  local caps = tube[9] and read_caps(tube[9])
  return { caps = caps, doubles = doubles(caps), cap_against = cap_against, count_in = count_in, key_cap = key_cap,
    resize = keyed and lanes().resize, spot_in_lane = spot_in_lane, gate_against = gate_against, write_weights = write_weights,
    begin_to_remember = begin_to_remember, remembered = window and remembered, forget_kept = forget_kept, let_expire = let_expire }
end

local is_same, options_before, has_headers, has_tags, plan, first_place, begins, expiring = true, nil, nil, nil, nil, nil, false, {}
if tube[9] or keyed or gates or window or keeping or expiry then rare = otherwise() end
local caps, ended = rare and rare.caps, window and rare.remembered(ARGV, 4, 3) or {}
for at = 4, #ARGV, 3 do
  local id, options, content = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local key, result, place = JOB .. id, 'created', nil
  if options ~= options_before then
    local kind = byte(options, 2)
    options_before, has_headers, has_tags, plan = options, kind % WITH_TAGS >= WITH_HEADERS, kind % WITH_WINDOW >= WITH_TAGS, nil
  end
  local tags, size = nil, #content
  if has_tags then tags, content, size = split_tags(content) end
  local is_apart = has_headers or #content > PAYLOAD_APART
  if not plan or plan.is_apart ~= is_apart then plan = plan_of(options, is_apart) end
  local data = is_apart and plan.header or plan.header .. content
  local fields = (is_apart or tags) and fields_of(content, is_apart, has_headers, tags)
  if plan.own then
    fields = fields or {}
    for _, value in ipairs(plan.own) do fields[#fields + 1] = value end
  end
  local has_ended = ended[id] and rare.doubles.has_ended(key, plan.mode)
  local is_late = plan.is_late and not has_ended and (plan.mode == REPLACE or plan.mode == DEBOUNCE or call('EXISTS', key) == 0)
  local gate = gates and not (is_late or has_ended) and rare.gate_against(tags, key)
  local cap = not (gate or is_late or has_ended)
    and (caps and rare.cap_against(caps, key, size) or keyed and tags and rare.key_cap(tags, key))
  local answer = gate or cap or is_late or has_ended or pcall('HSETNX', key, 'd', data)
  if has_ended then
    result, place = has_ended, 'finished'
  elseif is_late then
    result, place = 'EXPIRES', plan.expires
  elseif gate or cap then
    result, place = gate and 'GATED' or 'TUBE_FULL', gate or cap
  elseif answer == 1 then
    created = created + 1
    if caps then rare.count_in(caps, key, size) end
    if fields then call('HSET', key, unpack(fields)) end
    if keeping then rare.forget_kept(id) end
    if now <= last_mark then keep_mark(id, now) end
  else
    if answer ~= 0 then try('HSETNX', key, 'd', data) end
    rare = rare or otherwise()
    local sooner
    result, place, sooner = rare.doubles.meet(id, plan, data, fields or {}, size)
    wake = min(wake, sooner or wake)
  end
  if plan.own and (result == 'created' or result == 'replaced' or result == 'successor') then
    begins = begins or plan.has_window and not window
    if plan.expires and result ~= 'successor' then expiring[#expiring + 1], expiring[#expiring + 2] = plan.expires, id end
  end
  if not place then
    local spot, members = plan.spot, plan.members
    if keyed and tags then spot, members = rare.spot_in_lane(plan, tags) end
    local taken, count = spot.taken, members.count
    place, spot.taken, members.count = spot.text, taken + 1, count + 2
    members[count + 1] = taken == 0 and place or format(spot.fraction, min(taken, spot.last) * spot.digits)
    members[count + 2] = id
  end
  local last = #reply
  reply[last + 1], reply[last + 2] = result, place
  first_place, is_same = first_place or place, is_same and result == 'created' and place == (first_place or place)
end
if begins then
  rare = rare or otherwise()
  rare.begin_to_remember()
end
if #expiring > 0 then rare = rare or otherwise() end
local changed = created + (rare and rare.doubles.replace() or 0)
if caps and caps.bytes then call('HSET', TUBE, 'bytes', string.format('%d', caps.used)) end
-- An id that was there and had no hash was that of another job.
lose(enqueue(keyed and rare.resize))
if #expiring > 0 then rare.let_expire(expiring) end
if keyed then rare.write_weights() end
if changed > 0 then
  call('HSET', TUBE, 'newest', format('%d', math.max(newest, now)), 'produced', format('%d', (tonumber(tube[6]) or 0) + created))
  hint(ARGV[2], ARGV[3], tube[4], wake)
end
return is_same and first_place and { 'OK', NOW, 'created', first_place } or reply
