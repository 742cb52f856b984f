#!lua flags=no-writes
-- Says why a job is not delivered. Of those before it, a run counts up to 1000 priorities and 100 leases that have run out.
-- ARGV 2 id
-- Reply: OK · state · due ms or '' · deadline of its lease or '' · priority · executions · maximum attempts · reason or '' ·
--   1 when its attempts are spent and that is why, else '' · how many ready jobs go before it, '' = it will not be delivered ·
--   1 when there may be more, else '' · paused until ms or '' · reason of the pause · last lease of the tube ·
--   key or '' · 1 = the tube has keys, else '' · as shown_key · as shown_gate · as shown_limits · as shown_cancel ·
--   as shown_progress · ms at which it expires unless it is begun, or '' · 1 when that has come, else '' · for how many ms jobs of the
--   tube should wait at most, if it is ready for longer, else ''
-- Failures: TUBE_NOT_FOUND · JOB_NOT_FOUND · UNREADABLE · why · REMEMBERED · until ms: it has ended, and its id is remembered ·
--   WRONG_STATE · finished: it is kept

local PRIORITIES, LEASES = 1000, 100
local tube, none = read_tube('pausedUntil', 'pauseReason', 'lease', 'priorities', 'limits', 'latenessTarget')
if not tube then return { none } end
local id, job, why = ARGV[2], read_job(ARGV[2])
if why then return { 'UNREADABLE', why } end
if not job and keeping and read_kept(id) then return { 'WRONG_STATE', 'finished' } end
local known_until = not job and window and remembered_until(id)
if not job then return known_until and { 'REMEMBERED', string.format('%d', known_until) } or { 'JOB_NOT_FOUND' } end
local set, score, state = locate(id, job.priority, job.key)
local reason = redis.call('HGET', JOB .. id, 'r')
local due, deadline = job.score ~= -1 and math.abs(job.score), set == RETAIN and score
if state ~= 'retained' and state ~= 'failed' then due = score end
local spent = is_spent(job) and (state == 'ready' and deadline or state == 'failed' and reason == SPENT)
local ahead, more = 0, false
local function count(priority, last) ahead = ahead + redis.call('ZCOUNT', delay_set(priority), '-inf', last) end
-- Of lanes it is known that they have jobs, not which of those go before.
local function count_turn(priority, is_shared)
  local turn = part(string.format('turn:%d', priority))
  local own = is_shared and redis.call('ZMSCORE', turn, '\0', job.key or '')
  if own then more = more or redis.call('ZCARD', turn) > (own[1] and 1 or 0) + (own[2] and 1 or 0) end
end
-- A job without a key may go before one with a key. Where they go by due time, it does if it is due no later.
local function count_keyless()
  if not (keyed and job.key) or set == delay_set(job.priority) then return end
  if sharing().in_turn then
    more = more or redis.call('ZCOUNT', delay_set(job.priority), '-inf', BEFORE_NEXT_MS) > 0
  elseif not deadline then
    count(job.priority, string.format('%.17g', score))
  end
end
local function count_more_urgent()
  if job.priority > DEFAULT_PRIORITY then count(DEFAULT_PRIORITY, BEFORE_NEXT_MS) end
  if not tube[6] then return end
  local urgent = redis.call('ZRANGEBYSCORE', URGENT, '-inf', string.format('(%d', job.priority), 'LIMIT', 0, PRIORITIES)
  local coming = redis.call('ZRANGEBYSCORE', COMING, '-inf', BEFORE_NEXT_MS, 'LIMIT', 0, PRIORITIES)
  more = #urgent == PRIORITIES or #coming == PRIORITIES
  local counted = {}
  for _, names in ipairs({ urgent, coming }) do
    for _, name in ipairs(names) do
      if is_priority(name) and tonumber(name) < job.priority and not counted[name] then
        count(tonumber(name), BEFORE_NEXT_MS)
        count_turn(tonumber(name), keyed)
      end
      local priority = not is_priority(name) and tonumber(name:match('^%d+'))
      if priority and set ~= DELAY .. ':' .. name then more = more or priority <= job.priority end
      counted[name] = true
    end
  end
  count_turn(job.priority, keyed)
  count_keyless()
end

-- A consume first puts their jobs where their deadlines belong, behind those that are due in the same ms.
local function count_run_out()
  local found = redis.call('ZRANGEBYSCORE', RETAIN, '-inf', NOW, 'WITHSCORES', 'LIMIT', 0, LEASES)
  more = more or #found == 2 * LEASES
  local passed = not deadline
  for i = 1, #found, 2 do
    passed = passed or found[i] == id
    local other = found[i] ~= id and read_job(found[i])
    local earlier = not passed or tonumber(found[i + 1]) < math.floor(score)
    if other and not is_spent(other) and other.priority < job.priority + (earlier and 1 or 0) then ahead = ahead + 1 end
  end
end

if state == 'ready' and not spent then
  count_more_urgent()
  if deadline then count(job.priority, string.format('(%d', score + 1)) else ahead = ahead + (redis.call('ZRANK', set, id) or 0) end
  count_run_out()
end
local function text(value) return value and string.format('%d', math.floor(value)) or '' end
local key_why, key_until, key_held, key_limit, key_since, key_stuck, key_lanes =
  shown_key(job, (set == RETAIN or set == FAILED) and math.abs(job.score) or score)
local gate_name, gate_mode, gate_until, gate_since, gate_by, gate_reason = shown_gate(job, state)
local limited, limited_to, held, concurrency = shown_limits(tube[7])
local is_late = tube[8] and state == 'ready' and now - math.floor(due) > tonumber(tube[8])
local paused_until = tube[3] and tonumber(tube[3]) > now and tube[3] or ''
return { 'OK', state, text(due), text(deadline), text(job.priority), text(job.noe), text(job.max_attempts), reason or '',
  spent and '1' or '', state == 'ready' and not spent and text(ahead) or '', more and '1' or '', paused_until, tube[4] or '', tube[5],
  job.key or '', keyed and keyed ~= 'off' and '1' or '', key_why, key_until, key_held, key_limit, key_since, key_stuck, key_lanes,
  gate_name, gate_mode, gate_until, gate_since, gate_by, gate_reason, limited, limited_to, held, concurrency,
  state == 'retained' and shown_cancel(job) or '', state == 'retained' and shown_progress(job) or '',
  may_expire(job) and text(job.expires) or '', may_expire(job) and job.expires <= now and '1' or '',
  is_late and tube[8] or '' }
