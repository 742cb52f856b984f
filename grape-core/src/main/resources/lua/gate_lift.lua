#!lua flags=allow-oom
-- Lifts a gate: it has no effect from now on. What it held by a label is put back, up to 100 a run. Gate pause is the pause of the tube.
-- ARGV 2 name · 3 1 = goes on with what a lift began, 0 = lifts it
-- Reply: OK · 1 when it holds more, else 0
-- Failures: TUBE_NOT_FOUND · NOT_FOUND: there is no such gate

local tube, none = read_tube('pausedUntil')
if not tube then return { none } end

local name, goes_on = ARGV[2], ARGV[3] == '1'
if name == 'pause' then
  if not tube[3] or tonumber(tube[3]) <= now then return { 'NOT_FOUND' } end
  redis.call('HDEL', TUBE, 'pausedUntil', 'pauseReason')
  tell_waiting()
  return { 'OK', '0' }
end
local found
for _, gate in ipairs(tube_gates()) do
  if gate.name == name then found = gate end
end
-- Meanwhile it may have come to its end, or somebody may have put it up again.
if goes_on and not (found and found.is_lifting) then return { 'OK', '0' } end
if not found then return { 'NOT_FOUND' } end
found.is_lifting = true
lift_gates(100)
tell_waiting()
return move_unreadable({ 'OK', tostring(redis.call('HEXISTS', part('gates'), name)) })
