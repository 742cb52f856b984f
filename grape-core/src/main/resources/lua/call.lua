-- Stands behind every script, which is the function script by then. ARGV ends with the name of this call of it, which goes behind the
-- answer: by that a broker sees that the answer is to this call, and not to another on the same connection.
local call = table.remove(ARGV)
local answer = script()
answer[#answer + 1] = call
return answer
