-- Where a walk through a set goes on. Stands before every script of a tube, after the due sets.

-- Redis orders members of one score by their bytes; Lua's < follows the locale.
local function is_behind(id, behind)
  local byte = string.byte
  for i = 1, math.min(#id, #behind) do
    local one, other = byte(id, i), byte(behind, i)
    if one ~= other then return one > other end
  end
  return #id > #behind
end

-- The first rank behind a score and an id, '' = at the start. By rank, so that it matters neither how many have the same score nor
-- whether the job to begin behind is still there.
local function rank_behind(set, from, behind)
  if from == '' then return 0 end
  local low, high = redis.call('ZCOUNT', set, '-inf', '(' .. from), redis.call('ZCOUNT', set, '-inf', from)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_behind(redis.call('ZRANGE', set, middle, middle)[1], behind) then high = middle else low = middle + 1 end
  end
  return low
end
