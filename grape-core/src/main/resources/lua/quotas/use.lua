#!lua flags=allow-oom
-- Counts a step of a call of a client, as far as its quota allows it; in a full Redis, too, so that it drains. Rates are counted as
-- rate.lua does it (GCRA), what is in flight by the ms at which each lease and each call ends. Clients without a quota of their own
-- are forgotten, the one that was counted longest ago first, where there are too many.
-- KEYS 1 used: hash · 2 in flight: zset · 3 refused: hash · 4 clients: zset
-- ARGV 1 quota · 2 client · 3 produce or consume · 4 jobs a second, '' = any number · 5 burst · 6 most in flight, '' = any number ·
--   7 call · 8 ms that it still runs, '' = it ends now · 9 jobs that were allowed to it before, which come back first ·
--   10 jobs that it wants · 11 1 = a refusal is counted, else 0 · 12 how many clients are remembered, 0 = the client has a quota of
--   its own · 13 what the keys of a client begin with · then for each job whose lease is to be held: its name · ms of its end
-- Reply: OK · how many jobs are allowed · ms until the rate allows one more, 0 = it allows all · 1 = too much is in flight, else 0
-- Failures: none

local CLEARED, DROPPED, FORGOTTEN_MS = 200, 10, 10000
-- Ms are counted from here on, as a number has 16 digits only.
local SINCE = 1700000000000
local NOW, part, before, wanted = string.format('%d', now), ARGV[3], tonumber(ARGV[9]), tonumber(ARGV[10])
local per_second, burst, most = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local is_own, is_delivered = ARGV[12] == '0', #ARGV > 13
local allowed, wait, is_full = wanted, 0, false
local full_at, each, from, is_cut

if per_second then
  each, from = 1000 / per_second, now - SINCE
  local stored = tonumber(redis.call('HGET', KEYS[1], part)) or 0
  full_at = math.min(stored, from + burst * each)
  -- The clock was set back, or the quota was raised.
  is_cut = full_at < stored
  full_at = math.max(from, full_at - before * each)
  allowed = math.min(wanted, math.max(0, math.floor((from - full_at) / each + burst + 0.0001)))
  if allowed < wanted then wait = math.max(1, math.ceil(full_at + (allowed - burst + 1) * each - from)) end
end
if most then
  local over = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', NOW, 'LIMIT', 0, CLEARED)
  if #over > 0 then redis.call('ZREM', KEYS[2], unpack(over)) end
  local own = redis.call('ZSCORE', KEYS[2], ARGV[7])
  local others = redis.call('ZCOUNT', KEYS[2], '(' .. NOW, '+inf') - (own and tonumber(own) > now and 1 or 0)
  is_full = others >= most
  if is_full then allowed = 0 end
  if part == 'consume' then allowed = math.min(allowed, math.max(0, most - others)) end
end

if per_second and (is_cut or allowed + before > 0) then
  local second = math.floor(now / 1000)
  local last, count, earlier = unpack(redis.call('HMGET', KEYS[1], part .. ':s', part .. ':n', part .. ':l'))
  last, count, earlier = tonumber(last) or 0, tonumber(count) or 0, tonumber(earlier) or 0
  if last < second then count, earlier = 0, last == second - 1 and count or 0 end
  redis.call('HSET', KEYS[1], part, string.format('%.17g', full_at + allowed * each), part .. ':s', second,
    part .. ':n', count + allowed - before, part .. ':l', earlier)
  local full = math.ceil(full_at + allowed * each - from)
  redis.call('PEXPIRE', KEYS[1], string.format('%d', math.max(full + FORGOTTEN_MS, redis.call('PTTL', KEYS[1]))))
end
if most then
  if is_delivered then
    for at = 14, #ARGV, 2 do
      if at < 14 + 2 * allowed then redis.call('ZADD', KEYS[2], ARGV[at + 1], ARGV[at]) end
    end
  end
  if ARGV[8] == '' or (is_delivered and allowed > 0) then
    redis.call('ZREM', KEYS[2], ARGV[7])
  elseif allowed > 0 or wanted == 0 then
    redis.call('ZADD', KEYS[2], string.format('%d', now + tonumber(ARGV[8])), ARGV[7])
  end
  local latest = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
  if latest then redis.call('PEXPIRE', KEYS[2], string.format('%d', tonumber(latest) - now + FORGOTTEN_MS)) end
end

if ARGV[11] == '1' and allowed < wanted and (is_full or part == 'produce' or allowed == 0) then
  local what = is_full and 'inFlight' or part
  redis.call('HINCRBY', KEYS[3], ARGV[1] .. ' ' .. what, (not is_full and part == 'produce') and wanted - allowed or 1)
end
if not is_own then
  redis.call('ZADD', KEYS[4], NOW, ARGV[2])
  if redis.call('ZCARD', KEYS[4]) > tonumber(ARGV[12]) then
    local dropped = redis.call('ZRANGE', KEYS[4], 0, DROPPED - 1)
    redis.call('ZREM', KEYS[4], unpack(dropped))
    for _, client in ipairs(dropped) do
      redis.call('UNLINK', ARGV[13] .. 'used:' .. client, ARGV[13] .. 'flight:' .. client)
    end
  end
end
return { 'OK', string.format('%d', allowed), string.format('%d', wait), is_full and '1' or '0' }
