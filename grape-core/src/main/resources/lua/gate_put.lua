#!lua flags=allow-oom
-- Puts a gate up, or changes one. Gate pause is the pause of the tube. Who waits is told.
-- ARGV 2 name · 3 hold, drop, bury or refuse · 4 key, label or all · 5 the key or label, or '' · 6 until ms, '' = until it is lifted ·
--   7 by whom · 8 why · 9 most gates of a tube ·
--   10 1 = nothing is changed, to see whether it could be, else 0
-- Reply: OK · 1, or 0 when there was one of that name
-- Failures: TUBE_NOT_FOUND · PAST · now: its end is over · WRONG_STATE · full, keyless: the tube has no keys, ordered: it keeps an order
--   that a label would break, lifting: a gate of that name puts its jobs back, or holding: it holds jobs for another reason

local tube, none = read_tube('pausedUntil')
if not tube then return { none } end

local name, mode, kind, value, to, is_dry = ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[10] == '1'
if to and to <= now then return { 'PAST', NOW } end
if name == 'pause' then
  local is_paused = tube[3] and tonumber(tube[3]) > now
  if is_dry then return { 'OK', is_paused and '0' or '1' } end
  redis.call('HSET', TUBE, 'pausedUntil', to and string.format('%d', to) or UNTIL_RESUMED, 'pauseReason', ARGV[8])
  tell_waiting()
  return { 'OK', is_paused and '0' or '1' }
end

local text = redis.call('HGET', part('gates'), name)
local before = text and read_gate(name, text)
local has_jobs = redis.call('EXISTS', gated_set(name)) == 1
local is_same = before and before.kind == kind and before.value == value
if kind == 'key' and (not keyed or keyed == 'off') then return { 'WRONG_STATE', 'keyless' } end
if kind == 'label' and mode == 'hold' and keyed and sharing().ordered then return { 'WRONG_STATE', 'ordered' } end
if has_jobs and before and before.is_lifting and not is_same then return { 'WRONG_STATE', 'lifting' } end
if has_jobs and not (is_same and mode == 'hold') then return { 'WRONG_STATE', 'holding' } end
if not before and redis.call('HLEN', part('gates')) >= tonumber(ARGV[9]) then return { 'WRONG_STATE', 'full' } end

local is_there = before and (has_jobs or not before.is_lifting)
if is_dry then return { 'OK', is_there and '0' or '1' } end
local gate = { name = name, mode = mode, kind = kind, value = value, to = to, by = ARGV[7], reason = ARGV[8],
  since = is_there and is_same and before.since or NOW, count = is_there and is_same and before.count or 0 }
redis.call('HSET', part('gates'), name, gate_text(gate))
know_gates(redis.call('HLEN', part('gates')))
redis.call('HSET', TUBE, 'gates', gates, 'version', layout_of())
if before and before.kind == 'key' and keyed then look_again(before.value, true) end
tell_waiting()
return { 'OK', is_there and '0' or '1' }
