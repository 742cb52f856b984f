-- A job as a look at it shows it. Stands before every script of a tube, after what an operation acts on.

-- The rev of a job: another one after each change, release, kick, delivery and replacement of it, the same after a touch.
local function rev_of(job)
  return redis.sha1hex(job.data .. (job.run or '') .. (job.events or '') .. (job.labels or '')):sub(1, 16)
end

-- State · score · run or '' · reason or '' · header, headers if any, and payload · where its consumer is asked to stop, since when in ms,
-- and the reason, else '' · as shown_progress · rev · 1 when it has a successor, else ''. Or nil, and why it cannot be read.
local function shown_job(job)
  local data, why = whole(job)
  if not data then return nil, why end
  local _, score, state = locate(job.id, job.priority, job.key)
  local reason, checkpoint, window_ms, bound = unpack(redis.call('HMGET', JOB .. job.id, 'r', 'c', 'v', 'b'))
  local is_held = state == 'retained'
  return { 'OK', state, string.format('%.17g', score), shown_run(job.run, job.earlier), reason or '',
    with_checkpoint(with_id_reuse(data, window_ms, bound), checkpoint),
    is_held and shown_cancel(job) or '', is_held and shown_progress(job) or '', rev_of(job),
    is_held and redis.call('HEXISTS', JOB .. job.id, 's') == 1 and '1' or '' }
end

-- The same of one that has finished and is kept: its outcome in the place of a reason, the ms at which it finished in that of a score.
local function shown_kept(job)
  local data = whole(job) or NOTHING
  return { 'OK', 'finished', string.format('%d', job.ended), shown_run(job.run, job.earlier), job.outcome, data, '', '', rev_of(job), '' }
end
