#!lua flags=no-writes
-- Looks at a page of the jobs in one state: of those in one set, from a place on, in order.
-- ARGV 2 delayed, ready, retained or failed · 3 priority whose set to look at, of the delayed and ready ones ·
--   4 score and 5 id to begin behind, '' = at the start · 6 most jobs · 7 most payload bytes after the first job
-- Reply: OK · more, when this set holds more · 1, when other priorities may have sets for this state · then for each job: id ·
--   score · noe · lease or '' · score it was handed out with or '' · reason or '' · header · payload
-- Failures: TUBE_NOT_FOUND

local exists, priorities, deleting = unpack(redis.call('HMGET', TUBE, 'ttr', 'priorities', 'deleting'), 1, 3)
if deleting or not exists then return { 'TUBE_NOT_FOUND' } end

local state, priority, from, behind = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local most, most_bytes = tonumber(ARGV[6]), tonumber(ARGV[7])
local place = ({ retained = RETAIN, failed = FAILED })[state]
local set = place or delay_set(priority)

local least, greatest = ({ delayed = now + 1, retained = now + 1 })[state], '+inf'
if state == 'ready' then greatest = string.format('(%.0f', now + 1) end

-- Behind a job that is still in its place: its rank tells jobs of one score apart.
local first = 0
if from ~= '' and tonumber(from) >= (least or 0) then
  least = from
  local score = redis.call('ZSCORE', set, behind)
  if score and tonumber(score) == tonumber(from) then
    first = redis.call('ZRANK', set, behind) + 1 - redis.call('ZCOUNT', set, '-inf', '(' .. from)
  end
end

local found = redis.call('ZRANGEBYSCORE', set, least or '-inf', greatest, 'WITHSCORES', 'LIMIT', first, most + 1)
local reply, bytes, count = { 'OK', '', not place and priorities or '' }, 0, 0
for i = 1, #found, 2 do
  local noe, lease, due, reason, header, payload =
    unpack(redis.call('HMGET', JOB .. found[i], 'n', 'l', 'u', 'r', 'h', 'd'), 1, 6)
  if header then
    bytes = bytes + #payload
    if count == most or (count > 0 and bytes > most_bytes) then
      reply[2] = 'more'
      break
    end
    count = count + 1
    for _, value in ipairs({ found[i], found[i + 1], noe or '0', lease or '', due or '', reason or '', header, payload }) do
      reply[#reply + 1] = value
    end
  end
end

return reply
