#!lua
-- Takes over jobs of another store: none -> delayed, ready or failed. One whose id was taken over before is passed by, and so is one
-- whose id is live: a second run does nothing. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · ms when it is due, or when it failed · ttr ms ·
--   executions until now · reason of a failed one, '' = it waits · payload
-- Reply: OK · how many were taken over · how many had been before · how many ids were live
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed ·
--   UNREGISTERED · the token with which to tell it that it is in the registry

local ADOPTED = TUBE:sub(1, -5) .. 'adopted'
local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'unregistered')
if not tube then return { leaving or none } end
if tube[5] then return { 'UNREGISTERED', tube[5] } end

local created, before, live, failed, wake = 0, 0, 0, {}, nil

local function adopt(id, at, ttr, noe, reason, payload)
  if redis.call('SADD', ADOPTED, id) == 0 then
    before = before + 1
    return
  end
  local key, is_apart, waits = JOB .. id, #payload > PAYLOAD_APART, reason == ''
  local header = pack_header(waits and math.max(0, at - now) or 0, ttr, DEFAULT_PRIORITY, tonumber(tube[3]), '', is_apart, false)
  if try('HSETNX', key, 'd', is_apart and header or header .. payload) ~= 1 then
    live = live + 1
    return
  end
  created = created + 1
  if keeping then forget_kept(id) end
  keep_mark(id, now)
  if is_apart then redis.call('HSET', key, 'p', payload) end
  if noe > 0 then redis.call('HSET', key, 'a', string.format('%d', noe)) end
  if waits then
    queue({ id = id, priority = DEFAULT_PRIORITY }, score_for(DELAY, at), at)
    wake = math.min(wake or at, at)
  else
    redis.call('HSET', key, 'r', reason)
    failed[#failed + 1] = string.format('%d', at)
    failed[#failed + 1] = id
  end
end

for at = 4, #ARGV, 6 do
  adopt(ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]), ARGV[at + 4], ARGV[at + 5])
end
enqueue(keyed and lanes().resize)
if #failed > 0 then redis.call('ZADD', FAILED, unpack(failed)) end
if created > 0 then
  keep_newest()
  redis.call('HINCRBY', TUBE, 'produced', created)
end
if wake then hint(ARGV[2], ARGV[3], tube[4], wake) end
return { 'OK', tostring(created), tostring(before), tostring(live) }
