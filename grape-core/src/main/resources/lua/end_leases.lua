#!lua flags=allow-oom
-- Ends leases whose worker has died, as if their time had run out now: the executions count. retained -> ready or delayed, or -> failed when
-- the attempts are spent. A lease that has ended, or that another holds by now, stays as it is.
-- ARGV 2 hint channel · 3 tube name · then for each job, no id twice: id · lease as 7 bytes
-- Reply: OK · how many leases ended
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('parkedUntil')
if not tube then return { none } end

local found = {}
for at = 4, #ARGV, 2 do
  if read_leased(ARGV[at], ARGV[at + 1]) then
    found[#found + 1], found[#found + 2] = ARGV[at], NOW
  end
end
local ended = #found > 0 and end_leases(found, true) or 0
if ended > 0 then hint(ARGV[2], ARGV[3], tube[3], now) end
return { 'OK', tostring(ended) }
