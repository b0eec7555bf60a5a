-- Takes an entry out of its stream, delivered or not, and counts it.
local function drop_entry(queue, account_id, entry)
  local stream_key = shard_key('stream', queue)
  redis.call('XACK', stream_key, STREAM_GROUP, entry)
  if redis.call('XDEL', stream_key, entry) == 1 then
    count_down(shard_key('entries'), queue .. ':' .. account_id)
  end
end
