-- How jobs of a produce are to be treated. Stands before every script of a tube, after jobs that are produced again.

-- Options of a job, as the header of produce says.
local OPTIONS, OF_TUBE, ENDLESS_UNLESS_SET = '>BBI6I6I4I4', 4294967295, 4294967294
local WITH_HEADERS, WITH_TAGS, WITH_WINDOW, EXPIRES_IN, EXPIRES_AT, WITH_BOUND = 2, 4, 8, 16, 32, 64
local function read_options(options, attempts_of_tube, expiry_of_tube)
  local mode, kind, time, ttr, priority, max_attempts, at = struct.unpack(OPTIONS, options)
  local asked, of_tube, own = kind % 2 == 1 and time or now + time, tonumber(attempts_of_tube), {}
  if max_attempts == ENDLESS_UNLESS_SET then max_attempts = of_tube == USUAL_ATTEMPTS and 0 or of_tube end
  if max_attempts == OF_TUBE then max_attempts = of_tube end
  local window_ms, expires, bound = nil, tonumber(expiry_of_tube or nil) or 0, 0
  if kind % EXPIRES_IN >= WITH_WINDOW then window_ms, at = struct.unpack('>I4', options, at) end
  if kind % WITH_BOUND >= EXPIRES_IN then expires, at = struct.unpack('>I6', options, at) end
  if expires > 0 and kind % WITH_BOUND < EXPIRES_AT then expires = now + expires end
  local is_late, due = expires > 0 and asked >= expires, asked
  if kind >= WITH_BOUND then
    bound, at = struct.unpack('>I6', options, at)
    bound = now + bound
    due = math.min(asked, bound)
  end
  if window_ms then own[1], own[2] = 'v', string.format('%d', window_ms) end
  if expires > 0 then own[#own + 1], own[#own + 2] = 'u', string.format('%d', expires) end
  if bound > 0 then own[#own + 1], own[#own + 2] = 'b', string.format('%d', bound) end
  return { mode = mode, asked = asked, due = due, ttr = ttr, priority = priority, max_attempts = max_attempts,
    content_type = options:sub(at), has_headers = kind % WITH_TAGS >= WITH_HEADERS, own = own[1] and own, has_window = window_ms ~= nil,
    expires = expires > 0 and string.format('%d', expires), is_late = is_late, bound = bound }
end
