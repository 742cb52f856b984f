-- Stands behind every script, which is the function script by then, and may have said what is to be done at its end. ARGV ends with the
-- name of this call of it, which goes behind the answer: by that a broker sees that the reply is to this call, and not to another on the
-- same connection.
local call = table.remove(ARGV)
-- KEYS ends with a key that is never there. Redis refuses a script that names it, before it begins, while its slot is on the way to
-- another node: so each run finds all keys of the slot, or none is made.
table.remove(KEYS)
local answer = script()
-- One of these functions may ask for another.
while at_end do
  local last_acts = at_end
  at_end = nil
  last_acts()
end
answer[#answer + 1] = call
return answer
