#!lua flags=allow-oom
-- Kicks one job: failed -> delayed or ready, delayed -> delayed or ready; its attempts begin anew.
-- ARGV 2 hint channel · 3 tube name · 4 id · 5 delay ms · 6 any, or failed: a failed one only
-- Reply: OK · 1, or 0 when the job is ready already
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · WRONG_STATE · state

local parked_until, exists = unpack(redis.call('HMGET', TUBE, 'parkedUntil', 'ttr'), 1, 2)
if not exists then return { 'TUBE_NOT_FOUND' } end

local id, delay, mode = ARGV[4], tonumber(ARGV[5]), ARGV[6]
local header = redis.call('HGET', JOB .. id, 'h')
if not header then return { 'JOB_NOT_FOUND' } end
local created, _, ttr, priority, max_attempts, content_type = unpack_header(header)
local set, _, state = locate(id, priority)
if state == 'retained' or (mode == 'failed' and state ~= 'failed') then return { 'WRONG_STATE', state } end
if state == 'ready' then return { 'OK', '0' } end

local score = next_score(delay_set(priority), now + delay)
redis.call('ZREM', set, id)
redis.call('HSET', JOB .. id, 'h', pack_header(created, delay, ttr, priority, max_attempts, content_type))
redis.call('HDEL', JOB .. id, 'n', 'r')
enqueue(id, score, priority)
redis.call('HINCRBY', TUBE, 'kicked', 1)
hint(ARGV[2], ARGV[3], parked_until, score)
return { 'OK', '1' }
