-- The newest entry of a stream that was given to a node: those after it wait.
local function last_given(stream_key)
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream_key)) do
    local group = {}
    for i = 1, #flat, 2 do group[flat[i]] = flat[i + 1] end
    if group.name == STREAM_GROUP then return group['last-delivered-id'] end
  end
end
