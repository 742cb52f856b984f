-- What does not fit, and where it is put. Stands before every script of a tube, after the delay sets.

-- A score as a time that can be told. Somebody beside the broker may have written any.
local LATEST = 253402300799999
local function time_of(score) return math.max(0, math.min(LATEST, tonumber(score))) end

-- The priority in whose set a job is that cannot be read. Of each index, 1000 are looked at.
local function search(id)
  for _, index in ipairs({ COMING, URGENT }) do
    for _, name in ipairs(redis.call('ZRANGE', index, 0, 999)) do
      if is_priority(name) and redis.call('ZSCORE', DELAY .. ':' .. name, id) then return tonumber(name) end
    end
  end
  return DEFAULT_PRIORITY
end

-- Jobs that were met and cannot be read. Once they are taken out of their set they are put among the failed ones, where no consume
-- meets them and a person does. Nothing is written into them.
local unreadable = {}
local function mark_unreadable(id, why) unreadable[#unreadable + 1] = { id, why } end

-- Scores and ids that were met in a set and have no hash. Once they are taken out of that set they are kept, in case it turns up.
local MISSING, missing = TUBE:sub(1, -5) .. 'missing', {}
local function miss(id, score) missing[#missing + 1], missing[#missing + 2] = score, id end

-- As read_for_handout. One that cannot be read, or is not there, is set aside.
local function read_or_set_aside(id, score)
  local stored, run, ttr, earlier, of_schedule = read_for_handout(JOB .. id)
  if not stored then
    if run then mark_unreadable(id, run) else miss(id, score) end
  end
  return stored, run, ttr, earlier, of_schedule
end

local function met_others() return #unreadable + #missing / 2 end

-- Tells both behind a reply, each in place of a job: id, nothing, why.
local function move_unreadable(reply, was_failed)
  for at = 2, #missing, 2 do
    for _, value in ipairs({ missing[at], '', 'its key is not there' }) do reply[#reply + 1] = value end
  end
  if #missing > 0 then
    local added = redis.call('ZADD', MISSING, unpack(missing))
    redis.call('HINCRBY', TUBE, 'missing', added)
    lose(#missing / 2 - added)
  end
  if #unreadable == 0 then return reply end
  for _, one in ipairs(unreadable) do
    redis.call('ZADD', FAILED, NOW, one[1])
    for _, value in ipairs({ one[1], '', one[2] }) do reply[#reply + 1] = value end
  end
  if not was_failed then redis.call('HINCRBY', TUBE, 'unreadable', #unreadable) end
  return reply
end
