#!lua flags=no-writes
-- Looks at keys: what they have, and what each may have.
-- ARGV 2.. for each job's key: its name
-- Reply: OK · now · how they share the tube, or '' · then for each: override or '' · waiting jobs · leases · ms since when its first
--   ready job is due or '' · its most urgent lane that has jobs or '' · the weight that a produce named or ''
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube()
if not tube then return { none } end

local reply = { 'OK', NOW, keyed or '' }
for at = 2, #ARGV, 1 do
  local key_name, waiting, first, most_urgent = ARGV[at], 0, nil, ''
  for _, name in ipairs(lanes_of_key(key_name)) do
    local size = redis.call('ZCARD', DELAY .. ':' .. name)
    waiting = waiting + size
    if size > 0 and (most_urgent == '' or tonumber(name:match('^%d+')) < tonumber(most_urgent:match('^%d+'))) then most_urgent = name end
    local head = redis.call('ZRANGEBYSCORE', DELAY .. ':' .. name, '-inf', BEFORE_NEXT_MS, 'WITHSCORES', 'LIMIT', 0, 1)[2]
    if head then first = math.min(first or tonumber(head), tonumber(head)) end
  end
  local held = redis.call('ZCOUNT', part('held:' .. key_name), '(' .. NOW, '+inf')
  for _, value in ipairs({ redis.call('HGET', part('keys'), key_name) or '', tostring(waiting), tostring(held),
    first and string.format('%d', math.floor(time_of(first))) or '', most_urgent,
    redis.call('HGET', part('weights'), key_name) or '' }) do
    reply[#reply + 1] = value
  end
end
return reply
