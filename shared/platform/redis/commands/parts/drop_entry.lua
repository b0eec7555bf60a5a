-- Takes an entry out of its stream, delivered or not, and counts it. With the last one of an account its count of running ones ends, too.
local function drop_entry(queue, account_id, entry)
  local stream_key = shard_key('stream', queue)
  redis.call('XACK', stream_key, STREAM_GROUP, entry)
  if redis.call('XDEL', stream_key, entry) == 0 then return end
  local field = queue .. ':' .. account_id
  if count_down(shard_key('entries'), field) == 0 then redis.call('HDEL', shard_key('running'), field) end
end
