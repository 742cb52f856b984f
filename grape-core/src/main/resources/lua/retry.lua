-- After which delay a job is tried again that was not done. Stands before every script of a tube, after the runs of
-- schedules.

-- Field retry of a tube: first ms, most ms, factor, jitter; nil = at once. The jitter is the share of a delay that is drawn: by the job and
-- its lease, so that jobs which failed together do not come back together.
local function retry_delay(retry, job)
  if not retry then return 0 end
  local first, most, factor, jitter = retry:match('^(%S+) (%S+) (%S+) (%S+)$')
  local delay = math.min(tonumber(most), tonumber(first) * tonumber(factor) ^ (job.noe - 1))
  local drawn = tonumber(redis.sha1hex(string.format('%d ', job.lease) .. job.id):sub(1, 8), 16) / 2 ^ 32
  return math.floor(delay * (1 - tonumber(jitter) * drawn))
end
