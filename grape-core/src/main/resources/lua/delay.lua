-- The sets that jobs wait in until they are delivered. Stands before every script of a tube, after the places in them.

-- The default priority has the delay set; any other has a set of its own beside it, and so has each lane of a tube with keys.
local function delay_set(priority, key_name)
  if keyed and key_name and keyed ~= 'off' then return DELAY .. string.format(':%d:', priority) .. key_name end
  if priority == DEFAULT_PRIORITY then return DELAY end
  return DELAY .. ':' .. string.format('%d', priority)
end

-- The sets that a job may wait in: where it belongs, and, of one with a key, where it was put while the tube's keys were on or off.
local function delay_sets(priority, key_name)
  local own = delay_set(priority, key_name)
  if not (keyed and key_name) then return { own } end
  return { own, keyed == 'off' and DELAY .. string.format(':%d:', priority) .. key_name or delay_set(priority) }
end

-- The set of a lane, by its name.
local function set_of_lane(name)
  return tonumber(name) == DEFAULT_PRIORITY and DELAY or DELAY .. ':' .. name
end

-- Whether a name in an index is a priority's.
local function is_priority(name)
  return name:find('^%d+$') ~= nil
end

-- Jobs on their way to where consume will find them, by their set: place and id in turn; and when the first of each is due.
local queued, first_due = {}, {}
local function members_of(set, due)
  local members = queued[set]
  if not members then
    members = { count = 0 }
    queued[set], first_due[set] = members, due
  end
  if due < first_due[set] then first_due[set] = due end
  return members
end

-- The last weight that the jobs of a produce name for a key, by key.
local named_weights = {}

-- The same of a lane, by what jobs of a produce have in common, and the tags of one.
local function spot_in_lane(plan, tags)
  if tags[1] ~= 'k' then return plan.spot, plan.members end
  if tags.weight then named_weights[tags[2]] = tags.weight end
  local set = delay_set(plan.priority, tags[2])
  return score_spot(set, plan.due), members_of(set, plan.due)
end

local function join(members, place, id)
  local count = members.count
  members[count + 1], members[count + 2] = place, id
  members.count = count + 2
end

local function queue(job, place, due)
  join(members_of(delay_set(job.priority, job.key), due), place, job.id)
end

-- Puts them there. Returns how many of their ids were there already. resize: of the lanes, in a tube with keys.
local function enqueue(resize)
  local coming, names, met = {}, {}, 0
  for set, members in pairs(queued) do
    queued[set] = nil
    if members.count > 0 then
      met = met + members.count / 2 - redis.call('ZADD', set, unpack(members))
      if set ~= DELAY then
        local name = set:sub(#DELAY + 2)
        coming[#coming + 1], coming[#coming + 2] = string.format('%d', first_due[set]), name
        names[#names + 1] = name
      end
    end
  end
  if resize and #names > 0 then resize(names) end
  if #coming > 0 then
    redis.call('ZADD', COMING, 'LT', unpack(coming))
    redis.call('HSET', TUBE, 'priorities', 1)
  end
  return met
end
