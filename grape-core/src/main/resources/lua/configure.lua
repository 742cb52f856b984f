#!lua flags=allow-oom
-- Changes a tube's settings.
-- ARGV 2 ttr ms, '' = as it was · 3 maximum attempts, '' = as they were
-- Reply: OK
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('maxAttempts')
if not tube then return { none } end
redis.call('HSET', TUBE, 'ttr', ARGV[2] ~= '' and ARGV[2] or tube[1], 'maxAttempts', ARGV[3] ~= '' and ARGV[3] or tube[3])
return { 'OK' }
