#!lua flags=allow-oom
-- Ends the pause and the rest of an endpoint, by the word of its owner: callbacks go there as if it had never failed.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the endpoint, its line, paused endpoints
--
-- ARGV[1] account id
-- ARGV[2] origin
--
-- Output  1 resumed, 0 nothing is known of it

local account, origin = ARGV[1], ARGV[2]
local endpoint_key = shard_key('endpoint', account, origin)
if redis.call('EXISTS', endpoint_key) == 0 then return 0 end
redis.call('HDEL', endpoint_key, 'failures', 'failingSinceMs', 'hangs', 'pausedAtMs')
redis.call('ZREM', shard_key('paused'), account .. ' ' .. origin)
wake_endpoint(account, origin, now_ms())
return 1
