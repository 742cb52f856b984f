#!lua
-- Changes a tube's settings.
-- ARGV 2 ttr ms · 3 maximum attempts
-- Reply: OK
-- Failures: TUBE_NOT_FOUND

local exists, deleting = unpack(redis.call('HMGET', TUBE, 'ttr', 'deleting'), 1, 2)
if deleting or not exists then return { 'TUBE_NOT_FOUND' } end
redis.call('HSET', TUBE, 'ttr', ARGV[2], 'maxAttempts', ARGV[3])
return { 'OK' }
