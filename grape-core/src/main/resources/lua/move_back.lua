#!lua flags=allow-oom
-- Removes jobs again that an operation has just moved here, as they changed where they come from before they were removed there. What
-- somebody consumed or changed here stays.
-- ARGV 2 operation · then for each job, no id twice: id · created ms
-- Reply: OK
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('limits')
if not tube then return { none } end

local keys, ids = {}, {}
for at = 3, #ARGV, 2 do
  local id = ARGV[at]
  local key = JOB .. id
  local job = try('HGET', key, 'o') == ARGV[2] and read_job(id)
  local _, what = last_event(job or {})
  if job and what == MOVED and job.lease == 0 and created_at(job.data) == tonumber(ARGV[at + 1]) then
    local set = locate(id, job.priority, job.key)
    take_out(set, { job })
    forget_if_empty(set)
    keys[#keys + 1], ids[#ids + 1] = key, id
  end
end
if #keys > 0 then
  if tube[3] then leave(tube[3], keys) end
  forget_expiry(ids)
  redis.call('UNLINK', unpack(keys))
  redis.call('HINCRBY', TUBE, 'moved', #keys)
end
return { 'OK' }
