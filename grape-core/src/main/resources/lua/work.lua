-- What passes between a consumer that has a job and those who watch it. Stands before every script of a tube, after what is stored with a
-- job.

-- Field i of a job whose consumer is asked to stop: the lease that it is under, ms since when, and the reason.
local CANCEL, CANCEL_BYTES = '>I7I6', 13
-- Since when the consumer that has a job is asked to stop, and the reason; nil = it is not.
local function cancelled_at(job)
  if not job.cancel or #job.cancel < CANCEL_BYTES then return nil end
  local lease, at = struct.unpack(CANCEL, job.cancel)
  if lease == job.lease then return at, job.cancel:sub(CANCEL_BYTES + 1) end
end

-- The same as a reply shows it, '' = it is not.
local function shown_cancel(job)
  local at, reason = cancelled_at(job)
  return at and string.format('%d ', at) .. reason or ''
end

-- Field g of a job whose consumer said how far it is: the lease that it is under, ms when it said so, percent, 255 = none, and a note.
local PROGRESS, PROGRESS_BYTES, NO_PERCENT = '>I7I6B', 14, 255
-- How far the consumer that has a job is, as a reply shows it: ms, percent or -, and the note; '' = it did not say.
local function shown_progress(job)
  if not job.progress or #job.progress < PROGRESS_BYTES then return '' end
  local lease, at, percent = struct.unpack(PROGRESS, job.progress)
  if lease ~= job.lease then return '' end
  return string.format('%d %s ', at, percent == NO_PERCENT and '-' or percent) .. job.progress:sub(PROGRESS_BYTES + 1)
end
