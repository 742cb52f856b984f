#!lua flags=allow-oom
-- Changes a tube's settings. Their rev grows where one of them gets another value.
-- ARGV 2 the rev that they must have, '' = any · then for each setting: name · value
-- Reply: OK
-- Failures: TUBE_NOT_FOUND · STALE · the rev that they have

local tube, none = read_tube('rev')
if not tube then return { none } end
local rev = tonumber(tube[3] or 0)
if ARGV[2] ~= '' and tonumber(ARGV[2]) ~= rev then return { 'STALE', string.format('%d', rev) } end

local fields = {}
for at = 3, #ARGV, 2 do
  if redis.call('HGET', TUBE, ARGV[at]) ~= ARGV[at + 1] then
    fields[#fields + 1], fields[#fields + 2] = ARGV[at], ARGV[at + 1]
  end
end
if #fields > 0 then redis.call('HSET', TUBE, 'rev', string.format('%d', math.max(rev + 1, now)), unpack(fields)) end
return { 'OK' }
