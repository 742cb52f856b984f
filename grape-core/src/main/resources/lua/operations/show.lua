#!lua flags=no-writes
-- Looks at one operation, or at a page of them, the newest first.
-- KEYS 1 operations: zset · 2 those that have not ended, inf = it is paused: zset
-- ARGV 1 what the key of an operation begins with · 2 id, '' = a page · 3 created ms that all are before, '' = any · 4 most operations
-- Reply: OK · now · how many run · then for each operation: id · how many fields and values · they
-- Failures: none

local OPERATION, before = ARGV[1], ARGV[3] == '' and '+inf' or '(' .. ARGV[3]
local ids = ARGV[2] ~= '' and { ARGV[2] } or redis.call('ZREVRANGEBYSCORE', KEYS[1], before, '-inf', 'LIMIT', 0, tonumber(ARGV[4]))
local reply = { 'OK', string.format('%d', now), tostring(redis.call('ZCOUNT', KEYS[2], '-inf', '(+inf')) }
for _, id in ipairs(ids) do
  local fields = redis.call('HGETALL', OPERATION .. id)
  if #fields > 0 then
    reply[#reply + 1], reply[#reply + 2] = id, tostring(#fields)
    for _, value in ipairs(fields) do reply[#reply + 1] = value end
  end
end
return reply
