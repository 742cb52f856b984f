#!lua flags=allow-oom
-- Looks a session up, which goes on for as long as it is used, but not beyond its end.
-- KEYS 1 session: text
-- ARGV 1 ms without use after which it ends · 2 ms after which it ends in any case
-- Reply: OK · its text, '' = there is none any more
-- Failures: none

local kept = redis.call('GET', KEYS[1])
if not kept then return { 'OK', '' } end
local began, text = kept:match('^(%d+) (.*)$')
local left = began and math.min(tonumber(ARGV[2]), tonumber(began) + tonumber(ARGV[2]) - now) or 0
if left <= 0 then
  redis.call('DEL', KEYS[1])
  return { 'OK', '' }
end
redis.call('PEXPIRE', KEYS[1], string.format('%d', math.min(left, tonumber(ARGV[1]))))
return { 'OK', text }
