#!lua flags=allow-oom
-- Removes what is known of the endpoints of an account. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: endpoints of the account, paused endpoints
--
-- ARGV[1] account id
--
-- Output  count of endpoints

local endpoints_key = shard_key('endpoints', ARGV[1])
local origins = redis.call('ZRANGE', endpoints_key, 0, -1)
for _, origin in ipairs(origins) do
  redis.call('UNLINK', shard_key('endpoint', ARGV[1], origin))
  redis.call('ZREM', shard_key('paused'), ARGV[1] .. ' ' .. origin)
end
redis.call('UNLINK', endpoints_key)
return #origins
