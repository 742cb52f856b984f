#!lua
-- Makes jobs of a schedule beside its occurrences. A full Redis refuses it as a whole.
-- ARGV 2 hint channel · 3 tube name · 4 schedule · 5 run or backfill · then for each job: id · due ms, '' = now · text of its instant,
--   '' = now
-- Reply: OK · now · then for each job: made, or why it was not
-- Failures: TUBE_NOT_FOUND · DELETING: the tube is being removed · NOT_FOUND: there is no such schedule

local tube, none, leaving = read_tube('maxAttempts', 'parkedUntil', 'limits')
if not tube then return { leaving or none } end
local name = ARGV[4]
if not read_schedule(name) then return { 'NOT_FOUND' } end

local maker, reply = job_maker(name, tube[1], tube[3], tube[5]), { 'OK', NOW }
maker.look_up(ARGV, 6, 3)
for at = 6, #ARGV, 3 do
  local why = maker.add(ARGV[at], tonumber(ARGV[at + 1]) or now, ARGV[at + 2], name .. ' ' .. ARGV[5])
  reply[#reply + 1] = why or 'made'
end
maker.settle(ARGV[2], ARGV[3], tube[4])
return reply
