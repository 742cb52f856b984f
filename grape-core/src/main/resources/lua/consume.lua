#!lua flags=allow-oom
-- Hands out ready jobs: ready -> retained, each under a new lease; the most urgent priority first, then by due time. First up to 100 leases
-- that ran out are ended, so that their jobs take part. Gates act on what is ready, what expired goes. No tube: no job.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs · 5 most payload bytes after the first job ·
--   6 ms that the caller waits for more, 0 = not at all · 7 ms of the clock after which nobody waits for the reply, 0 = unknown
-- Reply: OK · now · ms until there may be more, 0 = ask again, '' = as many as asked for or nothing foreseen · then for each job:
--   id · run · header, headers if any, and payload; or, of one that cannot be read and was put among the failed ones, or that is
--   not there and is kept, behind the others: id · '' · why
-- Failures: LATE · now: nothing was done, as nobody waits for the reply any more

if ARGV[7] ~= '0' and now > tonumber(ARGV[7]) then return { 'LATE', NOW } end
local most, most_bytes, parking = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local reply = { 'OK', NOW, '' }
local tube, none = read_tube('lease', 'pausedUntil', 'priorities', 'parkedUntil', 'consumed', 'missing', 'limits')
if not tube then return none == 'LATER_RELEASE' and { none } or reply end
local last, paused_until, priorities, parked_until, consumed, kept, limited = unpack(tube, 3, 9)

local function otherwise()
  local other = { read = read_in_turn, end_leases = end_leases, look_for_missing = look_for_missing, due_sets = due_sets,
    settle_priorities = settle_priorities, met_others = met_others, move_unreadable = move_unreadable, read_limits = read_limits,
    allowance = allowance, pace_deliveries = pace_deliveries, limited_until = limited_until, server = server, sweep = sweep,
    end_turns = end_turns, gatekeeper = gatekeeper, settle_turned_away = settle_turned_away }

  -- Nobody else will tell the others of leases that were ended here.
  function other.tell() hint(ARGV[2], ARGV[3], parked_until, now) end

  return other
end

local rare, paused = (gates or expiry or kept and kept ~= '0') and otherwise(), paused_until and tonumber(paused_until) or 0
local keeper = (gates or expiry) and rare.gatekeeper(limited)
if paused > now or keeper and keeper.holds_all() then
  park(parked_until, parking)
  local at = keeper and keeper.stay_closed(paused > now and paused or nil) or paused
  if at < tonumber(UNTIL_RESUMED) then reply[3] = string.format('%d', math.max(0, at - now)) end
  return keeper and rare.move_unreadable(reply) or reply
end

if rare then rare.look_for_missing(tonumber(kept or 0)) end
local over, ended, asked = leases_over(keeper and 100 - keeper.lifted or 100), 0, most
if over[1] or limited or keyed or priorities then rare = rare or otherwise() end
if over[1] then ended = rare.end_leases(over) end
-- What follows a job may expire, too, or be the first of another priority.
if ended > 0 and expiry then keeper = keeper or rare.gatekeeper(limited) end
if ended > 0 then priorities = priorities or call('HGET', TUBE, 'priorities') end
local limits = limited and rare.read_limits(limited)
if limits then most = math.min(asked, rare.allowance(limits)) end

local lease = math.max((tonumber(last) or 0) + 1, now * 1024) - 1
local count, bytes, full, retained, ttr_before, deadline = 0, 0, false, {}, nil, nil
local byte, pack, tonumber, max, NO_FIELDS = string.byte, struct.pack, tonumber, math.max, {}

-- Hands out a job. Returns its deadline; true when it is none, expired, or meets a gate; false when there is no room for it.
local function deliver(id, score)
  if keeper and keeper.sifts and keeper.turn_away(id, score) then return true end
  local key, data, run, ttr, earlier = JOB .. id
  local fields = keyed and NO_FIELDS or pcall('HGETALL', key)
  if fields[1] == 'd' and (not fields[3] or fields[3] == 'x' and not fields[5]) then data, run = fields[2], fields[4] end
  local version, flags = byte(data or '', 1, 2)
  -- The usual job has its payload in its header's field, and nothing is wrong with it.
  if flags and version == VERSION and flags < 64 and #data >= header_bytes(data, flags) and (not run or #run == RUN_BYTES) then
    ttr = ttr_in(data, flags)
  else
    rare = rare or otherwise()
    data, run, ttr, earlier = rare.read(id, score)
  end
  if not data then return true end
  if count > 0 and bytes + #data > most_bytes then
    full = true
    return false
  end
  bytes, count = bytes + #data, count + 1
  local due = max(0, tonumber(score))
  run = run and next_run(run, lease + count, due) or pack(RUN, 1, lease + count, due)
  call('HSET', key, 'x', run)
  if ttr ~= ttr_before then ttr_before, deadline = ttr, string.format('%d', now + ttr) end
  retained[2 * count - 1], retained[2 * count] = deadline, id
  if earlier then run = shown_run(run, tonumber(earlier) or 0) end
  reply[3 * count + 1], reply[3 * count + 2], reply[3 * count + 3] = id, run, data
  return deadline
end

local function is_full()
  full = full or count == most or rare and (keeper or rare).met_others() >= 100
  return full
end

-- Hands out due jobs of one set, in order, until there are enough. What is no job, expired or meets a gate is taken out with them.
local function take(set)
  local room = keeper and keeper.sifts and most > count and 100 - keeper.met_others() or most - count
  local found, ranks = call('ZRANGEBYSCORE', set, '-inf', BEFORE_NEXT_MS, 'WITHSCORES', 'LIMIT', 0, room), 0
  for i = 1, #found, 2 do
    if count == most or not deliver(found[i], found[i + 1]) then break end
    ranks = ranks + 1
  end
  if ranks > 0 then call('ZREMRANGEBYRANK', set, 0, ranks - 1) end
  full = full or room == ranks
  return not is_full()
end

local sets, too_many, seen, goes_on = { DELAY }, false, 0, take
local is_swept, counts = false, false
if keyed then is_swept, counts = rare.sweep(tonumber(last) or 0) end
if priorities or keyed then sets, too_many = rare.due_sets() end
if counts then sets, too_many = {}, true end
if keyed then goes_on = rare.server(deliver, function() return is_full() and 0 or most - count end) end
for _, set in ipairs(sets) do
  seen = seen + 1
  if not goes_on(set) then break end
end
if keyed then too_many = rare.end_turns(limited) or too_many end
if count > 0 then
  call('ZADD', RETAIN, unpack(retained))
  call('HSET', TUBE, 'lease', string.format('%d', lease + count),
    'consumed', string.format('%d', (tonumber(consumed) or 0) + count))
end
if limits then rare.pace_deliveries(limits, count) end
if keeper then keeper.settle(retained) end
if rare then rare.settle_turned_away(limited, ARGV[2], ARGV[3], parked_until) end
if priorities or keyed then rare.settle_priorities(sets, seen) end

if count == asked then
  if ended > 0 then rare.tell() end
  return rare and rare.move_unreadable(reply) or reply
end
park(parked_until, parking)
local next_at = next_event(priorities or keyed, (too_many or is_swept or full and count < most) and now or nil)
if limits and next_at then next_at = math.max(next_at, rare.limited_until(limits) or 0) end
if keeper then next_at = keeper.first_event(next_at) end
if next_at then reply[3] = string.format('%d', math.max(0, next_at - now)) end
return rare and rare.move_unreadable(reply) or reply
