#!lua flags=allow-oom
-- Removes a tube, a slice a run: from the first run on nothing sees it. It is gone after the last, which only comes when the
-- tube is empty and out of the registry.
-- ARGV 2 begin: mark the tube · begin if empty: mark it unless a job is in it · continue: if it is marked ·
--   remove: if it is marked and empty · 3 most jobs a run
-- Reply: OK · more, empty or gone; or alive: it is not marked; or in use: a job is in it
-- Failures: TUBE_NOT_FOUND, at the beginning only

local step, most = ARGV[2], tonumber(ARGV[3])
-- A key of another type than it must be has nothing to keep.
local _, no_hash = try('HGET', TUBE, 'ttr')
if no_hash and step ~= 'begin if empty' then
  redis.call('UNLINK', TUBE)
  redis.call('HSET', TUBE, 'deleting', 1)
end
local tube, none, leaving = read_tube()
local begins = step == 'begin' or step == 'begin if empty'
if none == 'LATER_RELEASE' then return { none } end
if none and not leaving then return begins and { 'TUBE_NOT_FOUND' } or { 'OK', 'gone' } end
if tube and not begins then return { 'OK', 'alive' } end

local sets = {}
for _, some in ipairs({ places(), places('apart') }) do
  for _, place in ipairs(some) do
    for _, set in ipairs(all_sets_of(place)) do sets[#sets + 1] = set end
  end
end
if tube then
  if step == 'begin if empty' and redis.call('EXISTS', URGENT, COMING, part('lanes'), unpack(sets)) > 0 then return { 'OK', 'in use' } end
  redis.call('HSET', TUBE, 'deleting', 1)
end

local left = most
local function empty(set)
  local ids = try('ZRANGE', set, 0, left - 1)
  if not ids then return redis.call('UNLINK', set) end
  if #ids == 0 then return end
  left = left - #ids
  local keys = {}
  for i, id in ipairs(ids) do keys[i] = JOB .. id end
  redis.call('UNLINK', unpack(keys))
  redis.call('ZREMRANGEBYRANK', set, 0, #ids - 1)
end

for _, set in ipairs(sets) do
  if left > 0 then empty(set) end
end
for _, index in ipairs({ URGENT, COMING }) do
  for _, name in ipairs(try('ZRANGE', index, 0, most - 1) or {}) do
    if left > 0 then
      empty(DELAY .. ':' .. name)
      if left > 0 then redis.call('ZREM', index, name) end
      redis.call('UNLINK', part('turn:' .. name), part('owed:' .. name))
      left = left - 1
    end
  end
end
for _, name in ipairs(try('ZRANGE', part('lanes'), 0, most - 1) or {}) do
  if left > 0 then
    local priority, key_name = parts_of_lane(name)
    empty(DELAY .. ':' .. name)
    if left > 0 then redis.call('ZREM', part('lanes'), name) end
    redis.call('UNLINK', part('held:' .. key_name), part('prios:' .. key_name), part('turn:' .. priority), part('owed:' .. priority))
    left = left - 1
  end
end
for _, key_name in ipairs(left > 0 and try('ZRANGE', part('holders'), 0, left - 1) or {}) do
  redis.call('ZREM', part('holders'), key_name)
  redis.call('UNLINK', part('held:' .. key_name))
  left = left - 1
end
for _, name in ipairs(left > 0 and try('ZRANGE', part('seen'), 0, left - 1) or {}) do
  redis.call('UNLINK', part('seen:' .. name))
  redis.call('ZREM', part('seen'), name)
  left = left - 1
end
for _, id in ipairs(left > 0 and try('ZRANGE', part('done'), 0, left - 1) or {}) do
  redis.call('UNLINK', part('f:' .. id))
  redis.call('ZREM', part('done'), id)
  left = left - 1
end
for _, name in ipairs(left > 0 and try('ZRANGE', part('schedules'), 0, left - 1) or {}) do
  redis.call('UNLINK', part('s:' .. name), part('w:' .. name))
  redis.call('ZREM', part('schedules'), name)
  left = left - 1
end
if left <= 0 then return { 'OK', 'more' } end
if step ~= 'remove' then return { 'OK', 'empty' } end
-- What was taken over may be the ids of millions of jobs.
redis.call('UNLINK', TUBE, URGENT, COMING, part('gates'), part('samples'), part('adopted'), part('lanes'), part('holders'), part('seen'),
  part('done'), part('expiry'))
forget_sharing()
return { 'OK', 'gone' }
