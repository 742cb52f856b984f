-- The weights that produces name for keys. Stands before every script of a tube, after how keys are switched on and off.

-- Keeps those that the jobs of a produce name. Each counts from the next delivery on, for jobs that wait, too.
local function write_weights()
  local by, names, fields, before = sharing(), {}, {}, {}
  for key_name, weight in pairs(by.is_off and {} or named_weights) do
    names[#names + 1] = key_name
    fields[#fields + 1], fields[#fields + 2] = key_name, weight
  end
  if #names == 0 then return end
  by.know(names)
  for i, key_name in ipairs(names) do before[i] = by.limits_of(key_name).weight end
  redis.call('HSET', part('weights'), unpack(fields))
  by.is_weighed = true
  by.know(names)
  for i, key_name in ipairs(names) do
    local weight = by.limits_of(key_name).weight
    if weight > before[i] then reweigh(key_name, weight) end
  end
end
