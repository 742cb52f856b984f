#!lua flags=allow-oom
-- Gives an operation its mark, which only grows: it is not before anything that has happened to a job of the tube, whatever the clock says
-- now, and what happens from here on can be told from it.
-- Reply: OK · now · mark: ms · how many jobs were ever buried
-- Failures: TUBE_NOT_FOUND

local tube, none = read_tube('buried')
if not tube then return { none } end
read_marks()
local mark = string.format('%d', math.max(now, newest, last_mark + 1))
redis.call('HSET', TUBE, 'mark', mark)
return { 'OK', NOW, mark, tube[3] or '0' }
