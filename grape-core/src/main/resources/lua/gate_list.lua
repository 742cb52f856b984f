#!lua flags=no-writes
-- Looks at the gates of a tube.
-- Reply: OK · now · ms until the tube is paused, or '' · why · then for each: name · as it is stored · active or lifting ·
--   how many jobs it holds by a key or label
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('pausedUntil', 'pauseReason')
if not tube then return { none } end

local is_paused = tube[3] and tonumber(tube[3]) > now
local reply = { 'OK', NOW, is_paused and tube[3] or '', is_paused and tube[4] or '' }
for _, gate in ipairs(tube_gates()) do
  local held = redis.call('ZCARD', gated_set(gate.name))
  for _, lane in ipairs(gate.kind == 'key' and gate.mode == 'hold' and lanes_of_key(gate.value) or {}) do
    held = held + redis.call('ZCOUNT', DELAY .. ':' .. lane, '-inf', BEFORE_NEXT_MS)
  end
  if held > 0 or not gate.is_lifting then
    for _, value in ipairs({ gate.name, gate.text, gate.is_lifting and 'lifting' or 'active', tostring(held) }) do
      reply[#reply + 1] = value
    end
  end
end
return reply
