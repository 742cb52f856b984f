-- The keys of a tube are switched on, changed and switched off. Stands before every script of a tube, after what they pay for.

-- Where a walk through the lanes goes on: at its start when another Redis began it, which has the lanes in another order.
local function swept_until(stored)
  local cursor, began = stored:match('^(%d+) ?(%w*)$')
  local here = redis.call('INFO', 'server'):match('run_id:(%w+)')
  return began == here and cursor or '0', here
end

-- Jobs that were delivered while the tube had no keys count for their keys once it has: their leases are gone through, some a run.
-- Whether there are more; until then nothing is delivered, as it may be more than a key may have.
local LEASES = 1000
local function count_leases(stored)
  if not stored then return false end
  local from, here = swept_until(stored)
  local cursor, found = unpack(redis.call('ZSCAN', RETAIN, from, 'COUNT', LEASES))
  local leases_of, by_key = {}, {}
  for i = 1, #found, 2 do
    local key_name = try('HGET', JOB .. found[i], 'k')
    if key_name and not by_key[key_name] then
      by_key[key_name] = {}
      leases_of[#leases_of + 1] = { key_name, by_key[key_name] }
    end
    if key_name then
      table.insert(by_key[key_name], found[i + 1])
      table.insert(by_key[key_name], found[i])
    end
  end
  held_leases().hold(leases_of)
  if cursor == '0' then redis.call('HDEL', TUBE, 'uncounted') else redis.call('HSET', TUBE, 'uncounted', cursor .. ' ' .. here) end
  return cursor ~= '0'
end

-- After a change that concerns all lanes, or a step back of the clock, each lane is looked at again, some a run. Whether there are more; and
-- whether there are leases that are not counted yet.
local function sweep(last_lease)
  local at, swept, uncounted = unpack(redis.call('HMGET', TUBE, 'sweep', 'swept', 'uncounted'))
  local counts = count_leases(uncounted)
  local ahead = math.floor(last_lease / 1024)
  if not at and ahead > now + 1000 and math.abs(ahead - tonumber(swept or 0)) > 1000 then
    at = '0'
    redis.call('HSET', TUBE, 'swept', string.format('%d', ahead))
  end
  if not at then return counts, counts end
  local from, here = swept_until(at)
  local cursor, found = unpack(redis.call('ZSCAN', part('lanes'), from, 'COUNT', 100))
  for i = 1, #found, 2 do redis.call('ZADD', COMING, 'LT', NOW, found[i]) end
  if cursor == '0' then redis.call('HDEL', TUBE, 'sweep') else redis.call('HSET', TUBE, 'sweep', cursor .. ' ' .. here) end
  return counts or cursor ~= '0', counts
end

-- Whose turn it was, and what lanes owe.
local function forget_turns()
  redis.call('UNLINK', part('turn:1024'), part('owed:1024'))
  for _, name in ipairs(redis.call('ZRANGE', URGENT, 0, -1)) do redis.call('UNLINK', part('turn:' .. name), part('owed:' .. name)) end
end

-- A tube whose keys were switched off has none any more once its lanes are empty.
local function forget_sharing()
  forget_turns()
  redis.call('UNLINK', part('keys'), part('weights'), part('blockers'), part('rest'), part('resting'), part('pace'))
  redis.call('HDEL', TUBE, 'keys', 'sweep', 'swept', 'uncounted', 'mean')
end

local function end_sharing(limits)
  if redis.call('EXISTS', part('lanes'), part('holders')) > 0 then return end
  forget_sharing()
  redis.call('HSET', TUBE, 'version', layout_of(limits, nil))
end

-- Ends a run over lanes. Whether it stopped before all that is due was seen.
local stopped_early = false
local function end_turns(limits)
  enqueue(lanes().resize)
  forget_past()
  if keyed == 'off' then end_sharing(limits) end
  return stopped_early
end

-- Puts another way to share the tube into force. Returns what is kept of it, '' = nothing.
local function change_sharing(before, after)
  if (before == '' or before == 'off') and after ~= '' then count_leases('0') end
  if before == '' then return after end
  if after == '' then
    if redis.call('EXISTS', part('lanes'), part('holders')) == 0 then
      forget_sharing()
      return ''
    end
    after = 'off'
    redis.call('UNLINK', part('rest'), part('resting'))
  end
  -- Failures from before a switch to a tube that waits for them hold nobody up.
  if before:find(' BLOCK ', 1, true) == nil or not after:find(' BLOCK ', 1, true) then redis.call('UNLINK', part('blockers')) end
  -- Tags of one order say nothing in the other.
  if (before:find('^DUE_TIME') == nil) ~= (after:find('^DUE_TIME') == nil) then forget_turns() end
  redis.call('HSET', TUBE, 'sweep', '0')
  return after
end

-- A lane that weighs more than it did has its turn no later than a new one of its weight.
local function reweigh(key_name, weight)
  for _, name in ipairs(sharing().in_turn and lanes_of_key(key_name) or {}) do
    local turn = part('turn:' .. name:match('^%d+'))
    local last = tonumber(redis.call('ZSCORE', turn, LAST_TAG) or 0)
    redis.call('ZADD', turn, 'XX', 'LT', tag_text(first_tag(last, weight)), key_name)
  end
end
