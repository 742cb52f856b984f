#!lua flags=allow-oom
-- Adds what a tube has counted since this was last done, and deliveries that a broker has seen, to the minute that it is. A tube
-- from before there were samples begins with what it has counted by then.
-- ARGV 2 deliveries by the class of their lateness, separated by spaces · 3 how many jobs a broker has seen end · 4 how many ms they ran
-- Reply: OK · now · produced · consumed · finished · released · buried · expired
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed

local SLOTS, SLOT_MS, KEPT_SECONDS = 60, 60000, 7200
-- The mean of the run times is one of about so many jobs.
local MEASURED = 100
local COUNTED = { 'produced', 'consumed', 'finished', 'released', 'buried', 'expired' }
local SAMPLES = TUBE:sub(1, -5) .. 'samples'
local tube, none, leaving = read_tube('sampled', 'ran', unpack(COUNTED))
if not tube then return { leaving or none } end

local before, totals, values, reply = {}, {}, {}, { 'OK', NOW }
for number in (tube[3] or ''):gmatch('%d+') do before[#before + 1] = tonumber(number) end
for i in ipairs(COUNTED) do
  totals[i] = tube[4 + i] or '0'
  -- What was handed back has been taken off its total again.
  values[i] = tube[3] and math.max(0, tonumber(totals[i]) - (before[i] or 0)) or 0
  reply[2 + i] = string.format('%d', values[i])
end
for number in ARGV[2]:gmatch('%d+') do values[#values + 1] = tonumber(number) end

local some = 0
for _, value in ipairs(values) do some = some + value end
if some > 0 then
  local slot = math.floor(now / SLOT_MS)
  local field = string.format('%d', slot % SLOTS)
  local numbers = (redis.call('HGET', SAMPLES, field) or ''):gmatch('%d+')
  local is_new = tonumber(numbers() or 0) ~= slot
  local at = 0
  for number in numbers do
    at = at + 1
    if not is_new then values[at] = (values[at] or 0) + number end
  end
  for i, value in ipairs(values) do values[i] = string.format('%d', value) end
  redis.call('HSET', SAMPLES, field, string.format('%d ', slot) .. table.concat(values, ' '))
  if is_new then redis.call('EXPIRE', SAMPLES, KEPT_SECONDS) end
end
if tonumber(ARGV[3]) > 0 then
  local ended, ran = (tube[4] or '0 0'):match('^(%d+) (%d+)$')
  ended, ran = (ended or 0) + ARGV[3], (ran or 0) + ARGV[4]
  local share = math.min(1, MEASURED / ended)
  redis.call('HSET', TUBE, 'ran', string.format('%d %d', math.floor(ended * share + 0.5), math.floor(ran * share + 0.5)))
end
local sampled = table.concat(totals, ' ')
if sampled ~= tube[3] then redis.call('HSET', TUBE, 'sampled', sampled) end
return reply
