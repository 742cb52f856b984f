#!lua flags=allow-oom
-- Removes one job: delayed, ready or failed -> gone; retained -> gone only by force. Discard: failed -> gone.
-- ARGV 2 id · 3 delete, force or discard
-- Reply: OK
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state

if redis.call('EXISTS', TUBE) == 0 then return { 'TUBE_NOT_FOUND' } end

local id, mode = ARGV[2], ARGV[3]
local header = redis.call('HGET', JOB .. id, 'h')
if not header then return { 'JOB_NOT_FOUND' } end
local _, _, _, priority = unpack_header(header)
local set, _, state = locate(id, priority)
if mode == 'discard' and state ~= 'failed' then return { 'WRONG_STATE', state } end
if mode == 'delete' and state == 'retained' then return { 'WRONG_STATE', state } end

redis.call('ZREM', set, id)
forget_if_empty(set, priority)
redis.call('UNLINK', JOB .. id)
redis.call('HINCRBY', TUBE, mode == 'discard' and 'discarded' or 'deleted', 1)
return { 'OK' }
