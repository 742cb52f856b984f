#!lua flags=allow-oom
-- Adds what happened in all tubes to the slots of now: of 10 s, of a minute and of an hour.
-- KEYS 1 10s: hash · 2 1m: hash · 3 1h: hash
-- ARGV 1 what to add, separated by spaces: the counts, then deliveries by the class of their lateness
-- Reply: OK · now
-- Failures: none

local function add(key, slot_ms, slots)
  local slot = math.floor(now / slot_ms)
  local field = string.format('%d', slot % slots)
  local numbers = (redis.call('HGET', key, field) or ''):gmatch('%d+')
  local is_new = tonumber(numbers() or 0) ~= slot
  local values, at = {}, 0
  for number in ARGV[1]:gmatch('%d+') do values[#values + 1] = tonumber(number) end
  for number in numbers do
    at = at + 1
    if not is_new then values[at] = (values[at] or 0) + number end
  end
  for i, value in ipairs(values) do values[i] = string.format('%d', value) end
  redis.call('HSET', key, field, string.format('%d ', slot) .. table.concat(values, ' '))
end

add(KEYS[1], 10000, 360)
add(KEYS[2], 60000, 1440)
add(KEYS[3], 3600000, 720)
return { 'OK', string.format('%d', now) }
