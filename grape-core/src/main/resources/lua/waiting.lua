#!lua flags=no-writes
-- Reads which priorities and lanes, the default one aside, may have jobs, all in one look: none of them moves meanwhile.
-- ARGV 2 most of them
-- Reply: OK · 1 and then each of them, once or twice; or '', and no more, when there are more of them
-- Failures: none

local _, none = read_tube()
if none == 'LATER_RELEASE' then return { none } end
local indexes, count = { COMING, URGENT, part('lanes') }, 0
for _, index in ipairs(indexes) do count = count + redis.call('ZCARD', index) end
if count > tonumber(ARGV[2]) then return { 'OK', '' } end

local reply = { 'OK', '1' }
for _, index in ipairs(indexes) do
  for _, priority in ipairs(redis.call('ZRANGE', index, 0, -1)) do
    reply[#reply + 1] = priority
  end
end
return reply
