#!lua flags=allow-oom
-- Tells a tube that it is in the registry, where it was put since it was made: it takes jobs from now on.
-- ARGV 2 the token that it was made with; '' = it took jobs and was not in the registry, which is counted
-- Reply: OK
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local tube, none, leaving = read_tube('unregistered')
if not tube then return { leaving or none } end
if ARGV[2] == '' then
  redis.call('HINCRBY', TUBE, 'unlisted', 1)
elseif tube[3] == ARGV[2] then
  redis.call('HDEL', TUBE, 'unregistered')
end
return { 'OK' }
