-- How many more entries an account may have waiting in a stream: what is being worked on holds no place, so that nodes with idle threads
-- find the next job of an account that is alone.
local function free_places(queue, account_id)
  local field = queue .. ':' .. account_id
  local entries = tonumber(redis.call('HGET', shard_key('entries'), field) or '0')
  local running = tonumber(redis.call('HGET', shard_key('running'), field) or '0')
  return ENTRIES_PER_ACCOUNT_MAX - (entries - running)
end
