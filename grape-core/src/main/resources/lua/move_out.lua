#!lua flags=no-writes
-- Reads jobs that an operation moves to another tube: those that apply_operation would act on.
-- ARGV 2 failed, delayed or ready · 3 mark of the operation · 4 1 = the tube knows the mark, 0 = an earlier release began it ·
--   5 key and 6 label of the jobs, '' = any · 7 bytes after which no more are read · then for each job, no id twice: id
-- Reply: OK · how many were looked at · then for each job: id · created ms · its score, that is when it is due, or when it failed · its fields, packed
-- Failures: TUBE_NOT_FOUND · FORGOTTEN: the tube does not know the mark any more

local tube, none = read_tube()
if not tube then return { none } end
read_marks()

local state, mark, left = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[7])
if ARGV[4] == '1' and last_mark < mark then return { 'FORGOTTEN' } end

-- What goes along: all but what holds in its tube only.
local FIELDS = { 'd', 'x', 'e', 'a', 'k', 't', 'h', 'p', 'r', 'c', 'v', 'u', 'b' }
local reply = { 'OK', '0' }
for at = 8, #ARGV, 1 do
  local job, _, score = picked(ARGV[at], state, mark, ARGV[5], ARGV[6])
  if job then
    local stored, fields = redis.call('HMGET', JOB .. job.id, unpack(FIELDS)), {}
    for i, name in ipairs(FIELDS) do fields[name] = stored[i] or nil end
    local packed = cmsgpack.pack(fields)
    for _, value in ipairs({ job.id, string.format('%d', created_at(job.data)), string.format('%.17g', score), packed }) do
      reply[#reply + 1] = value
    end
    left = left - #packed
  end
  reply[2] = tostring(at - 7)
  if left <= 0 then break end
end
return reply
