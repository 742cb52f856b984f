-- What a job holds, as calls bring it and replies show it: tags, headers, payload. Stands before every script of a tube, after what is
-- stored with a job.

-- The key and the labels, each behind its length, which take so many bytes. A produce has the weight of the key as well.
local TAGS, TAGS_BYTES, NEW_TAGS = '>Bc0I2c0', 3, '>Bc0I2c0Bc0'

-- What has fields of its own, by field: a large payload, and with headers every one, and the tags.
local function fields_of(content, is_apart, has_headers, tags)
  local fields, last = tags or {}, 0
  if has_headers then
    last = select(2, content:find('\n\n', 1, true))
    fields[#fields + 1], fields[#fields + 2] = 'h', content:sub(1, last)
  end
  if is_apart then fields[#fields + 1], fields[#fields + 2] = 'p', content:sub(last + 1) end
  return fields
end

-- The tags of a new job, by field, and the weight of its key, what comes behind them, and how large all is without the weight.
local function split_tags(content)
  local key_name, labels, weight, at = struct.unpack(NEW_TAGS, content)
  local tags = {}
  if key_name ~= '' then tags[1], tags[2] = 'k', key_name end
  if labels ~= '' then tags[#tags + 1], tags[#tags + 2] = 't', labels end
  if weight ~= '' then tags.weight = weight end
  return tags, content:sub(at), #content - 1 - #weight
end

-- Whether a job has a key and a label, '' = any. What cannot be read has none.
local function has_tags(job, key_name, label)
  if key_name == '' and label == '' then return true end
  if not job or key_name ~= '' and job.key ~= key_name then return false end
  return label == '' or (job.labels or ''):find(',' .. label .. ',', 1, true) ~= nil
end

-- What a reply has in front of the header of a job that has a key or labels: a byte that no header begins with, and both.
local function with_tags(data, key_name, labels)
  if not (key_name or labels) then return data end
  key_name, labels = key_name or '', labels or ''
  return '\0' .. struct.pack(TAGS, #key_name, key_name, #labels, labels) .. data
end

-- What a reply has in front of it where a consumer handed the job over: a byte that no header begins with, and field c behind its length.
local function with_checkpoint(data, checkpoint)
  if not checkpoint then return data end
  return '\2' .. struct.pack('>I4', #checkpoint) .. checkpoint .. data
end

-- What a reply has in front of it where the job has a window of its own, in ms, or is due by a ms at the latest: for each a byte that no
-- header begins with, and that ms.
local function with_id_reuse(data, window_ms, bound)
  if window_ms then data = '\5' .. struct.pack('>I4', tonumber(window_ms)) .. data end
  if bound then data = '\6' .. struct.pack('>I6', tonumber(bound)) .. data end
  return data
end

-- What a reply has in front of it where the job is to be begun by a ms, or was to be: a byte that no header begins with, and that ms.
local function with_expiry(data, expires)
  if not expires then return data end
  return (expires > 0 and '\3' or '\4') .. struct.pack('>I6', math.abs(expires)) .. data
end

-- Header, headers and payload of what can be read; or nil and why they are not there.
local function with_payload(key, data, is_apart, has_headers)
  if not is_apart then return data end
  local headers = has_headers and redis.call('HGET', key, 'h') or not has_headers and ''
  local payload = redis.call('HGET', key, 'p')
  if headers and payload then return data .. headers .. payload end
  return nil, 'its field ' .. (headers and 'p' or 'h') .. ' is missing'
end
