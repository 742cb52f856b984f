#!lua flags=allow-oom
-- Counts anew how many bytes are kept of finished jobs, from where an earlier run ended. Forgets ids of which nothing is kept.
-- ARGV 2 most ids
-- Reply: OK · how many were looked at
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local tube, none, leaving = read_tube('recount')
if not tube then return { leaving or none } end

local most, counted, sum = tonumber(ARGV[2]), (tube[3] or ''):match('^(%d+) (%d+)$')
counted, sum = tonumber(counted or 0), tonumber(sum or 0)
local ids = redis.call('ZRANGE', part('done'), counted, counted + most - 1)
for _, id in ipairs(ids) do
  local bytes = bytes_kept(id)
  if bytes > 0 then
    counted, sum = counted + 1, sum + bytes
  else
    redis.call('UNLINK', part('f:' .. id))
    redis.call('ZREM', part('done'), id)
  end
end
if #ids == most then
  redis.call('HSET', TUBE, 'recount', string.format('%d %d', counted, sum))
else
  redis.call('HDEL', TUBE, 'recount')
  if keeping then redis.call('HSET', TUBE, 'keptBytes', string.format('%d', sum)) end
end
return { 'OK', tostring(#ids) }
