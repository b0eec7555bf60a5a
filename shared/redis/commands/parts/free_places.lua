-- How many more entries an account may have in a stream.
local function free_places(queue, account_id)
  return ENTRIES_PER_ACCOUNT_MAX - tonumber(redis.call('HGET', shard_key('entries'), queue .. ':' .. account_id) or '0')
end
