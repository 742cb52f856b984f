#!lua flags=no-writes
-- Looks at one job.
-- ARGV 2 id
-- Reply: OK · state · score · noe · lease or '' · score it was handed out with or '' · reason or '' · header · payload
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND

if redis.call('EXISTS', TUBE) == 0 then return { 'TUBE_NOT_FOUND' } end

local id = ARGV[2]
local header, payload, noe, lease, due, reason = unpack(redis.call('HMGET', JOB .. id, 'h', 'd', 'n', 'l', 'u', 'r'), 1, 6)
if not header then return { 'JOB_NOT_FOUND' } end
local _, _, _, priority = unpack_header(header)
local _, score, state = locate(id, priority)
return { 'OK', state, string.format('%.17g', score), noe or '0', lease or '', due or '', reason or '', header, payload }
