-- Keys that have no jobs any more. Stands before every script of a tube, after how the keys share it.

-- Keys that may have no job any more.
local emptied

-- The weight that a produce named for a key goes with the last of its jobs that wait or are under leases.
local function forget_weights()
  local WEIGHTS, names, gone = part('weights'), {}, {}
  if not sharing().has_weights() then return end
  for key_name in pairs(emptied) do names[#names + 1] = key_name end
  for i, weight in ipairs(redis.call('HMGET', WEIGHTS, unpack(names))) do
    local key_name = names[i]
    local name = string.format('%d:', DEFAULT_PRIORITY) .. key_name
    if weight and redis.call('EXISTS', DELAY .. ':' .. name, part('prios:' .. key_name), part('held:' .. key_name)) == 0 then
      gone[#gone + 1] = key_name
    end
  end
  if #gone > 0 then redis.call('HDEL', WEIGHTS, unpack(gone)) end
end

local function settle_emptied()
  forget_weights()
  emptied = nil
end

-- A lane of a key is empty, or it has no leases any more. Whether it has no job is known at the end of the run, as its last one may be on
-- its way to another place.
local function note_emptied(key_name)
  if not emptied then
    emptied = {}
    do_at_end(settle_emptied)
  end
  emptied[key_name] = true
end
