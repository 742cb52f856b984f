#!lua flags=allow-oom
-- Hands out ready jobs: ready -> retained, each under a new lease; the most urgent priority first, then by due time.
-- Leases that have run out are ended first, up to 100 of them, so that their jobs take part. An unknown tube is an empty one.
-- ARGV 2 hint channel · 3 tube name · 4 most jobs · 5 most payload bytes after the first job ·
--   6 ms that the caller waits for more, 0 = not at all · 7 ms of the clock after which nobody waits for the reply, 0 = unknown
-- Reply: OK · now · ms until there may be more, 0 = ask again, '' = as many as asked for or nothing foreseen · then for each job:
--   id · run · header, headers if any, and payload; or, of one that cannot be read and was put among the failed ones, or that is
--   not there and is kept, behind the others: id · '' · why
-- Failures: LATE · now: nothing was done, as nobody waits for the reply any more

if ARGV[7] ~= '0' and now > tonumber(ARGV[7]) then return { 'LATE', NOW } end
local PRIORITIES = 1000
local most, most_bytes, parking = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local reply = { 'OK', NOW, '' }
local tube, none = read_tube('lease', 'pausedUntil', 'priorities', 'parkedUntil', 'consumed', 'missing')
if not tube then return none == 'LATER_RELEASE' and { none } or reply end
local last, paused_until, priorities, parked_until, consumed = unpack(tube, 3, 7)
local function park()
  if parking > 0 and (tonumber(parked_until) or 0) < now + parking then
    redis.call('HSET', TUBE, 'parkedUntil', now + 2 * parking)
  end
end

if paused_until and tonumber(paused_until) > now then
  park()
  if paused_until ~= UNTIL_RESUMED then reply[3] = string.format('%d', tonumber(paused_until) - now) end
  return reply
end

if tube[8] then look_for_missing(tonumber(tube[8])) end
local ended = expire(100)

local ids, scores, keys, data, runs, ttrs, earlier = {}, {}, {}, {}, {}, {}, {}
local count, bytes, full, taken, looked_at = 0, 0, false, {}, {}

-- Reads due jobs of one set, in order, until there are enough. A member that is no job is taken out with them.
local function take(set)
  local found = redis.call('ZRANGEBYSCORE', set, '-inf', BEFORE_NEXT_MS, 'WITHSCORES', 'LIMIT', 0, most - count)
  local ranks = 0
  for i = 1, #found, 2 do
    local key = JOB .. found[i]
    local stored, run, ttr, ran_before = read_for_handout(key)
    if stored then
      if count > 0 and bytes + #stored > most_bytes then
        full = true
        break
      end
      bytes, count = bytes + #stored, count + 1
      ids[count], scores[count], keys[count], data[count], runs[count], ttrs[count], earlier[count] =
        found[i], time_of(found[i + 1]), key, stored, run, ttr, tonumber(ran_before or 0) or 0
    else
      if run then mark_unreadable(found[i], run) else miss(found[i], found[i + 1]) end
    end
    ranks = ranks + 1
  end
  if ranks > 0 then taken[#taken + 1] = { set, ranks } end
  if count == most or met_others() >= 100 then full = true end
end

-- Reads the priorities that have something due, from the most urgent; the default one stands among them. While there are
-- too many for one run, the most urgent may be among those that this run does not see: nothing is taken yet.
local function take_by_priority()
  local due = redis.call('ZRANGEBYSCORE', COMING, '-inf', BEFORE_NEXT_MS, 'LIMIT', 0, PRIORITIES)
  for _, name in ipairs(due) do if is_priority(name) then redis.call('ZADD', URGENT, name, name) end end
  if #due > 0 then redis.call('ZREM', COMING, unpack(due)) end
  full = #due == PRIORITIES
  if full then return end
  local default_taken = false
  for _, name in ipairs(redis.call('ZRANGE', URGENT, 0, PRIORITIES - 1)) do
    if not default_taken and is_priority(name) and tonumber(name) > DEFAULT_PRIORITY then
      default_taken = true
      take(DELAY)
    end
    if full then return end
    looked_at[#looked_at + 1] = name
    take(DELAY .. ':' .. name)
    if full then return end
  end
  if not default_taken and #looked_at < PRIORITIES then take(DELAY) end
end

if priorities then take_by_priority() else take(DELAY) end

if count > 0 then
  local lease = math.max((tonumber(last) or 0) + 1, now * 1024) - 1
  local retained, deadlines = {}, {}
  for i = 1, count do
    local id, ttr = ids[i], ttrs[i]
    local run = next_run(runs[i], lease + i, scores[i])
    redis.call('HSET', keys[i], 'x', run)
    local deadline = deadlines[ttr] or string.format('%d', now + ttr)
    deadlines[ttr] = deadline
    retained[2 * i - 1], retained[2 * i] = deadline, id
    reply[3 * i + 1], reply[3 * i + 2], reply[3 * i + 3] = id, shown_run(run, earlier[i]), data[i]
  end
  redis.call('ZADD', RETAIN, unpack(retained))
  redis.call('HSET', TUBE, 'lease', string.format('%d', lease + count),
    'consumed', string.format('%d', (tonumber(consumed) or 0) + count))
end
for _, range in ipairs(taken) do redis.call('ZREMRANGEBYRANK', range[1], 0, range[2] - 1) end

-- A priority that was looked at stays urgent only while its first job is due.
for _, name in ipairs(looked_at) do
  local head = redis.call('ZRANGE', DELAY .. ':' .. name, 0, 0, 'WITHSCORES')
  if not head[1] then
    redis.call('ZREM', URGENT, name)
    redis.call('ZREM', COMING, name)
  elseif tonumber(head[2]) >= now + 1 then
    redis.call('ZREM', URGENT, name)
    redis.call('ZADD', COMING, 'LT', head[2], name)
  end
end

if count == most then
  -- Nobody else will tell the others of leases that were ended here.
  if ended > 0 then hint(ARGV[2], ARGV[3], parked_until, now) end
  return move_unreadable(reply)
end
park()
local next_event = (full or #looked_at == PRIORITIES) and now or nil
for _, set in ipairs(priorities and { DELAY, RETAIN, COMING, URGENT } or { DELAY, RETAIN }) do
  local head = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
  if head[2] and tonumber(head[2]) < LATEST then
    local at = set == URGENT and now or math.floor(tonumber(head[2]))
    next_event = math.min(next_event or at, at)
  end
end
if next_event then reply[3] = string.format('%d', math.max(0, next_event - now)) end
return move_unreadable(reply)
