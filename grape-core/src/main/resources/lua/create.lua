#!lua
-- Makes a tube, unless it exists, and tells those who wait for it that it does.
-- ARGV 2 hint channel · 3 tube name · 4 ttr ms · 5 maximum attempts
-- Reply: OK · 1, or 0 when it exists
-- Failures: DELETING: the tube is being removed

local tube, missing = read_tube()
if tube then return { 'OK', '0' } end
if missing == 'DELETING' then return { 'DELETING' } end
redis.call('HSET', TUBE, 'version', 1, 'ttr', ARGV[4], 'maxAttempts', ARGV[5], 'lease', 0, 'sampled', 0)
hint(ARGV[2], ARGV[3], now + 1, now)
return { 'OK', '1' }
