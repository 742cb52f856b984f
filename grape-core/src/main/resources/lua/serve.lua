-- Takes due jobs of lanes in turn. Stands before every script of a tube, after whose turn it is.

local MAX_LOOKS = 200

-- The lane with the lowest tag comes first, of those with the same the first by its bytes. A tag grows with each job of its lane, the
-- slower the more the lane weighs; so none that waits gets less than its share. In the order of due times it is the score of the first
-- job, or less. deliver: hands out one job, and returns its deadline; or true when it is no job, false when there is no room for it.
-- wanted: how many more there is room for.
local function server(deliver, wanted)
  local of, by, looks, moved = lanes(), sharing(), 0, 0

  -- The next job of a lane and its score; nil when it has none, or none may be delivered: then the lane waits, until a ms if it is known.
  local function next_of(lane, share)
    local at = 2 * (lane.taken - lane.read_from) + 1
    if lane.heads and at > #lane.heads and #lane.heads == 2 * share then lane.heads = nil end
    if not lane.heads then
      lane.heads = redis.call('ZRANGE', lane.set, lane.taken, lane.taken + share - 1, 'WITHSCORES')
      lane.read_from, at = lane.taken, 1
    end
    local id, score = lane.heads[at], lane.heads[at + 1]
    if not id or tonumber(score) >= now + 1 then
      lane.is_out, lane.wait = true, id and score
      return nil
    end
    return id, score
  end

  local function look(lane)
    looks, lane.taken, lane.read_from, lane.leases, lane.left = looks + 1, 0, 0, {}, math.huge
    if lane.key == '' then return end
    local why
    lane.left, why, lane.wait = by.allowance(lane.key)
    if why == 'paced' then by.cap_pace(lane.key) end
    if why == 'busy' and lane.wait <= now then held_leases().drop_stale(lane.key) end
    lane.is_out = lane.left < 1
  end

  -- Whether the next job of a lane waits for a failed one of its key. Then the lane waits until that is kicked or gone.
  local function is_blocked(lane, id, score, priority)
    if not (by.blocks and lane.name) then return false end
    local failed, gone = by.blocker_of(lane.key, { priority = tonumber(priority), place = tonumber(score), id = id })
    if gone then redis.call('ZREM', part('blockers'), unpack(gone)) end
    lane.is_out = failed ~= nil
    return lane.is_out
  end

  -- A job with a key that waits where those without one do, as it is older than the tube's keys, goes to its lane.
  local function is_moved(lane, id, score, priority)
    local key_name = lane.key == '' and not by.is_off and try('HGET', JOB .. id, 'k')
    if not key_name then return false end
    queue({ id = id, priority = tonumber(priority), key = key_name }, score, math.floor(tonumber(score)))
    moved, lane.taken = moved + 1, lane.taken + 1
    return true
  end

  -- Takes the next job of a lane. Returns the tag under which it was delivered, and whether the lane is still in its turn.
  local function take_from(lane, share, priority)
    local id, score = next_of(lane, share)
    if not id or is_blocked(lane, id, score, priority) then return nil, false end
    if is_moved(lane, id, score, priority) then return nil, moved < 100 end
    if lane.key == '' and moved > 0 then return nil, false end
    if not by.in_turn and tonumber(score) > lane.tag then
      lane.tag, lane.is_changed = tonumber(score), true
      return nil, true
    end
    local deadline, tag = deliver(id, score), lane.tag
    if not deadline then return nil, false end
    lane.taken = lane.taken + 1
    if deadline == true then return nil, true end
    lane.left, lane.is_changed = lane.left - 1, true
    if by.in_turn then lane.tag = tag + 1 / by.limits_of(lane.key).weight end
    if lane.key ~= '' then lane.leases[#lane.leases + 1], lane.leases[#lane.leases + 2] = deadline, id end
    -- All of it was read, and that was the last one.
    if #lane.heads < 2 * share and 2 * (lane.taken - lane.read_from) >= #lane.heads then lane.is_out, lane.wait = true, nil end
    return tag, lane.left > 0 and not lane.is_out
  end

  -- Takes out of their sets what was taken from lanes. Returns how many jobs lanes with a key have then, by their names.
  local function take_out_of(seen)
    local names, leases_of = {}, {}
    for _, lane in ipairs(seen) do
      if lane.taken > 0 then redis.call('ZREMRANGEBYRANK', lane.set, 0, lane.taken - 1) end
      if lane.taken > 0 then names[#names + 1] = lane.name end
      if #lane.leases > 0 then leases_of[#leases_of + 1] = { lane.key, lane.leases } end
    end
    if #leases_of > 0 then held_leases().hold(leases_of) end
    return of.resize(names)
  end

  -- Writes what became of a lane. Returns its tag, where it waits on for its turn under another one; and whether it does no more.
  local function settle(lane, sizes)
    local size = sizes[lane.name] or 1
    if #lane.leases > 0 then
      by.pace(lane.key, #lane.leases / 2)
      if size > 0 and lane.left < 1 then look(lane) end
    end
    local is_kept = lane.is_changed and size > 0 and (by.in_turn or lane.name)
    if size == 0 or not lane.is_out then return is_kept and lane.tag, false end
    if lane.name and lane.wait then redis.call('ZADD', COMING, 'LT', lane.wait, lane.name) end
    return nil, true
  end

  -- Takes from lanes of a priority until there is enough, or nothing due, or the ones that were read have had their turn. Whether to go on.
  local function serve_some(priority, plain)
    local most = wanted()
    local waiting, has_more, last = read_turn(priority, plain, most)
    if #waiting == 0 then return false end
    local horizon, share, seen, last_before = has_more and waiting[#waiting].tag or math.huge, math.ceil(most / #waiting) + 1, {}, last
    while #waiting > 0 and waiting[1].tag <= horizon and wanted() > 0 and looks < MAX_LOOKS do
      local lane, tag, goes_on = table.remove(waiting, 1), nil, nil
      if not lane.taken then
        look(lane)
        seen[#seen + 1] = lane
      end
      if not lane.is_out then tag, goes_on = take_from(lane, share, priority) end
      if tag then last = tag end
      if goes_on then join_turn(waiting, lane) end
    end
    local tags, gone, sizes = {}, {}, take_out_of(seen)
    for _, lane in ipairs(seen) do
      local tag, is_gone = settle(lane, sizes)
      if tag then tags[#tags + 1], tags[#tags + 2] = tag_text(tag), lane.key end
      if is_gone then gone[#gone + 1] = lane.key end
    end
    if by.in_turn and last > last_before then tags[#tags + 1], tags[#tags + 2] = tag_text(last), LAST_TAG end
    if #tags > 0 then redis.call('ZADD', part('turn:' .. priority), unpack(tags)) end
    if #gone > 0 then redis.call('ZREM', part('turn:' .. priority), unpack(gone)) end
    return has_more
  end

  -- Serves a priority, by the set of its jobs without a key. Whether a run may go on with the next one.
  return function(plain)
    local priority, goes_on = plain == DELAY and string.format('%d', DEFAULT_PRIORITY) or plain:sub(#DELAY + 2), true
    while goes_on and wanted() > 0 and looks < MAX_LOOKS and moved == 0 do goes_on = serve_some(priority, plain) end
    forget_turn(priority)
    stopped_early = stopped_early or looks >= MAX_LOOKS or moved > 0
    return wanted() > 0 and not stopped_early
  end
end
