#!lua flags=no-writes
-- Which commands the user of this connection may not run, with these arguments. None of them is run.
-- KEYS none
-- ARGV 1.. for each command: its name, as the reply has it · its words, one a line
-- Reply: OK · 1, or 0 when this Redis cannot tell · then the names of those that are denied
-- Failures: none

local reply = { 'OK', redis.acl_check_cmd and '1' or '0' }
for at = 1, #ARGV, 2 do
  local words = {}
  for word in ARGV[at + 1]:gmatch('[^\n]+') do words[#words + 1] = word end
  -- A Redis does not know every command, for example when a managed one has renamed some.
  local is_known, is_allowed = true, true
  if redis.acl_check_cmd then
    is_known, is_allowed = pcall(redis.acl_check_cmd, unpack(words))
  end
  if is_known and not is_allowed then reply[#reply + 1] = ARGV[at] end
end
return reply
