#!lua flags=no-writes
-- Looks at why jobs failed, those first that failed last.
-- ARGV 2 how many to pass over · 3 most jobs
-- Reply: OK · how many have failed · then for each job: id · score · reason
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local skip, most = tonumber(ARGV[2]), tonumber(ARGV[3])
local reply = { 'OK', tostring(redis.call('ZCARD', FAILED)) }
local found = redis.call('ZRANGE', FAILED, -skip - most, -skip - 1, 'WITHSCORES')
for i = #found - 1, 1, -2 do
  local reason = try('HGET', JOB .. found[i], 'r') or ''
  for _, value in ipairs({ found[i], string.format('%.17g', time_of(found[i + 1])), reason }) do reply[#reply + 1] = value end
end
return reply
