-- Which jobs an operation acts on. Stands before every script of a tube, after gates and what they do.

-- A job to which nothing has happened since the operation was given its mark, and which has its state, key and label; its set and its due
-- ms, or when it failed. Nil when it is none.
local function picked(id, state, mark, key_name, label)
  local job = read_job(id)
  if not job or not has_tags(job, key_name, label) or not is_as_at(job, mark) then return nil end
  local set, at, found = locate(id, job.priority, job.key)
  if found ~= state or set == RETAIN then return nil end
  return job, set, at
end
