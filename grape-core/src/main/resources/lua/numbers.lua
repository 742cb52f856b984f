#!lua
-- Gives a broker the next numbers of a tube, which become ids of jobs. No number is given twice: on a Redis with another past than the
-- one that counted, as after a restart or a failover, the rest of the range is left.
-- ARGV 2 most numbers · 3 first number of a new range, '' = none was taken · 4 how many it has
-- Reply: OK · first · how many, 0 = a new range is needed · how many ranges the tube had
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local tube, none, leaving = read_tube('number', 'numbersEnd', 'numbersPast', 'ranges')
if not tube then return { leaving or none } end

local info = redis.call('INFO', 'server', 'replication')
local past = info:match('run_id:(%w+)') .. ' ' .. info:match('master_replid:(%w+)')
local first, beyond, ranges = tonumber(tube[3] or 0), tonumber(tube[4] or 0), tonumber(tube[6] or 0)
if tube[5] ~= past or first == beyond then
  if ARGV[3] == '' then return { 'OK', '0', '0', tostring(ranges) } end
  first, beyond, ranges = tonumber(ARGV[3]), tonumber(ARGV[3]) + tonumber(ARGV[4]), ranges + 1
end
local count = math.min(tonumber(ARGV[2]), beyond - first)
redis.call('HSET', TUBE, 'number', string.format('%d', first + count), 'numbersEnd', string.format('%d', beyond),
  'numbersPast', past, 'ranges', ranges)
return { 'OK', string.format('%d', first), tostring(count), tostring(ranges) }
