-- Keeps the frame of a job or schedule: it comes inline, or its chunks were written before, or it is an object. False = a chunk is missing.
local function take_frame(id, record, inline)
  local written = inline == '' and not record.frameObject and tonumber(record.frameChunks) or 0
  for i = 0, written - 1 do
    if redis.call('EXISTS', shard_key('frame', id, i)) == 0 then return false end
  end
  for i = 0, written - 1 do redis.call('PERSIST', shard_key('frame', id, i)) end
  if inline ~= '' then redis.call('SET', shard_key('frame', id, 0), inline) end
  return true
end
