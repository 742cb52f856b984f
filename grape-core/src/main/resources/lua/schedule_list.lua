#!lua flags=no-writes
-- Looks at schedules of a tube, up to 100 in the order in which their occurrences are due.
-- ARGV 2 all, due: those of which something is due now, or one · 3 how many to pass over, or the name of the one
-- Reply: OK · now · due ms of the first schedule of the tube, '' = none waits · then for each: name · due ms, inf = none · spec · rev ·
--   state · instant of the occurrence that waits · its id · how many were made · came due · were skipped · how many of the last ones
--   failed · which was skipped last, and why · instant, due ms and id of the last that came due · its state, '' = it is gone · ms of its
--   last delivery, '' = unknown · whose quota its jobs count against · instants of those that are not made again · options and content of
--   its jobs, where one is asked for
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local LOOKED_AT = 100
local which, found = ARGV[2]
if which == 'one' then
  found = { ARGV[3], redis.call('ZSCORE', part('schedules'), ARGV[3]) or nil }
elseif which == 'due' then
  found = redis.call('ZRANGEBYSCORE', part('schedules'), '-inf', NOW, 'WITHSCORES', 'LIMIT', 0, LOOKED_AT)
else
  local first = tonumber(ARGV[3])
  found = redis.call('ZRANGE', part('schedules'), first, first + LOOKED_AT - 1, 'WITHSCORES')
end
local head = redis.call('ZRANGE', part('schedules'), 0, 0, 'WITHSCORES')
local reply = { 'OK', NOW, head[2] and head[2] ~= 'inf' and head[2] or '' }
local function state_of(id)
  local job = id and read_job(id)
  if not job then return '', '' end
  local _, _, state = locate(id, job.priority, job.key)
  return state, job.lease > 0 and string.format('%d', math.floor(job.lease / 1024)) or ''
end
for i = 1, #found, 2 do
  local key = part('s:' .. found[i])
  local fields = redis.call('HMGET', key, 'spec', 'rev', 'state', 'expected', 'waits', 'made', 'runs', 'skipped', 'failures',
    'skip', 'last', 'client', 'had')
  if fields[1] then
    local state, begun = state_of((fields[11] or ''):match('^%S+ %S+ (.+)$'))
    reply[#reply + 1], reply[#reply + 2] = found[i], found[i + 1]
    for field = 1, 11 do reply[#reply + 1] = fields[field] or '' end
    for _, value in ipairs({ state, begun, fields[12] or '', fields[13] or '' }) do reply[#reply + 1] = value end
    for _, value in ipairs(which == 'one' and redis.call('HMGET', key, 'options', 'content') or {}) do reply[#reply + 1] = value end
  end
end
return reply
