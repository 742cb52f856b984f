-- Whose turn it is, in a tube with keys. Stands before every script of a tube, after where a walk goes on.

-- Beside the lanes of a priority, each by its tag, its set has the tag of the last delivery.
local LAST_TAG = '\0'

-- As many lanes have the same tag, each is written once.
local tag_texts = {}
local function tag_text(tag)
  tag_texts[tag] = tag_texts[tag] or string.format('%.17g', tag)
  return tag_texts[tag]
end

-- The tag of a lane that begins to wait behind another tag. Of those that would have the same it comes first: the others were there before,
-- and might have their next turn ahead of its first one.
local function first_tag(from, weight)
  return from + (1 - 2 ^ -20) / weight
end

-- Lanes may have something due: they wait for their turn, behind what they had already.
local function come(names)
  local by, keys_of = sharing(), {}
  for _, name in ipairs(names) do
    local priority, key_name = parts_of_lane(name)
    if priority then
      keys_of[priority] = keys_of[priority] or {}
      table.insert(keys_of[priority], key_name)
    end
  end
  for priority, found in pairs(keys_of) do
    local turn, tags = part('turn:' .. priority), {}
    local last = by.in_turn and tonumber(redis.call('ZSCORE', turn, LAST_TAG) or 0) or 0
    local owed = by.in_time and redis.call('ZMSCORE', part('owed:' .. priority), unpack(found)) or {}
    by.know(found)
    for i, key_name in ipairs(found) do
      local from = math.max(last, tonumber(owed[i] or 0))
      tags[2 * i - 1], tags[2 * i] = by.in_turn and tag_text(first_tag(from, by.limits_of(key_name).weight)) or '0', key_name
    end
    -- By due time, a lane that waits already may have got an earlier job: it is looked at anew.
    redis.call('ZADD', turn, by.in_turn and 'NX' or 'LT', unpack(tags))
    if by.in_time then redis.call('ZREM', part('owed:' .. priority), unpack(found)) end
    if tonumber(priority) ~= DEFAULT_PRIORITY then redis.call('ZADD', URGENT, priority, priority) end
  end
end

-- The tag of the jobs without a key, of which some are due. It is kept at once, as it grows with the last one until then. By due time it
-- is not kept, as nothing tells that an earlier one has come.
local function plain_tag(priority, last)
  if not sharing().in_turn then return 0 end
  local turn, owed = part('turn:' .. priority), part('owed:' .. priority)
  local known = tonumber(redis.call('ZSCORE', turn, '') or nil)
  if known then return known end
  local from = sharing().in_time and tonumber(redis.call('ZSCORE', owed, '') or nil)
  if from then redis.call('ZREM', owed, '') end
  local tag = first_tag(math.max(last, from or 0), 1)
  redis.call('ZADD', turn, tag_text(tag), '')
  return tag
end

-- Forgets the turn of a priority in which no lane waits, or else what lanes owe that the last delivery has made good.
local function forget_turn(priority)
  local turn, owed = part('turn:' .. priority), part('owed:' .. priority)
  local last = redis.call('ZSCORE', turn, LAST_TAG)
  if last and redis.call('ZCARD', turn) == 1 then
    redis.call('UNLINK', turn, owed)
  elseif last and sharing().in_time then
    local over = redis.call('ZRANGEBYSCORE', owed, '-inf', last, 'LIMIT', 0, 100)
    if #over > 0 then redis.call('ZREM', owed, unpack(over)) end
  end
end

-- Forgets up to two keys whose rest is over, and whose rate allows a burst.
local function forget_past()
  local rest = part('rest')
  for _, set in ipairs({ rest, part('pace') }) do
    local over = redis.call('ZRANGEBYSCORE', set, '-inf', NOW, 'LIMIT', 0, 2)
    if #over > 0 then redis.call('ZREM', set, unpack(over)) end
    if #over > 0 and set == rest then redis.call('HDEL', part('resting'), unpack(over)) end
  end
end

local function comes_before(one, other)
  if one.tag ~= other.tag then return one.tag < other.tag end
  return is_behind(other.key, one.key)
end

local function join_turn(waiting, lane)
  local low, high = 1, #waiting + 1
  while low < high do
    local middle = math.floor((low + high) / 2)
    if comes_before(lane, waiting[middle]) then high = middle else low = middle + 1 end
  end
  table.insert(waiting, low, lane)
end

-- The lanes of a priority with the lowest tags, in their order; whether there are more; and the tag of the last delivery.
local function read_turn(priority, plain, most)
  local by = sharing()
  local found, waiting, names = redis.call('ZRANGE', part('turn:' .. priority), 0, most + 1, 'WITHSCORES'), {}, {}
  local last, known = 0, false
  for i = 1, #found, 2 do
    local lane = { key = found[i], tag = tonumber(found[i + 1]), set = plain }
    if lane.key == LAST_TAG then
      last = lane.tag
    elseif lane.key == '' and not by.in_turn then
      -- An earlier release kept it.
      redis.call('ZREM', part('turn:' .. priority), '')
    else
      waiting[#waiting + 1] = lane
      known = known or lane.key == ''
      if lane.key ~= '' then lane.name, names[#names + 1] = priority .. ':' .. lane.key, lane.key end
      if lane.name then lane.set = DELAY .. ':' .. lane.name end
    end
  end
  by.know(names)
  if not known and redis.call('ZCOUNT', plain, '-inf', BEFORE_NEXT_MS) > 0 then
    join_turn(waiting, { key = '', set = plain, tag = plain_tag(priority, last) })
  end
  return waiting, #found == 2 * (most + 2), last
end
