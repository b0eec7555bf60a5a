-- How many more entries an account may have waiting in a stream: what is being worked on holds no place, so that nodes with idle threads
-- find the next job of an account that is alone. running: how many are, where the caller knows it.
local function free_places(queue, account_id, running)
  local field = queue .. ':' .. account_id
  local entries = tonumber(redis.call('HGET', shard_key('entries'), field) or '0')
  running = running or tonumber(redis.call('HGET', shard_key('running'), field) or '0')
  return ENTRIES_PER_ACCOUNT_MAX - (entries - running)
end
