#!lua flags=allow-oom
-- Removes a tube, a slice a run: from the first on nothing sees it, after the last it is gone.
-- ARGV 2 most jobs a run
-- Reply: OK · more or end
-- Failures: TUBE_NOT_FOUND

if redis.call('EXISTS', TUBE) == 0 then return { 'TUBE_NOT_FOUND' } end

local most = tonumber(ARGV[2])
redis.call('HSET', TUBE, 'deleting', 1)
local left = most
local function empty(set)
  local ids = redis.call('ZRANGE', set, 0, left - 1)
  if #ids == 0 then return end
  left = left - #ids
  local keys = {}
  for i, id in ipairs(ids) do keys[i] = JOB .. id end
  redis.call('UNLINK', unpack(keys))
  redis.call('ZREMRANGEBYRANK', set, 0, #ids - 1)
end

for _, set in ipairs({ RETAIN, DELAY, FAILED }) do
  if left > 0 then empty(set) end
end
for _, index in ipairs({ URGENT, COMING }) do
  for _, name in ipairs(redis.call('ZRANGE', index, 0, most - 1)) do
    if left > 0 then
      empty(DELAY .. ':' .. name)
      if left > 0 then redis.call('ZREM', index, name) end
      left = left - 1
    end
  end
end
if left <= 0 then return { 'OK', 'more' } end
redis.call('DEL', TUBE)
return { 'OK', 'end' }
