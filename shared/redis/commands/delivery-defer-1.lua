#!lua flags=allow-oom
-- Gives a callback back that was taken but not made: it is due at another time, and no attempt is counted. The fence is the operation
-- id; a deliverer whose lease went to another one changes nothing.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the callback, what is due
--
-- ARGV[1] job id
-- ARGV[2] fence
-- ARGV[3] time it is due, ms
--
-- Output  1 given back, 0 not held

local job_id = ARGV[1]
local delivery_key = shard_key('delivery', job_id)
local delivery = redis.call('HMGET', delivery_key, 'fence', 'leasedUntilMs')
if delivery[1] ~= ARGV[2] or not delivery[2] then return 0 end
redis.call('HDEL', delivery_key, 'leasedUntilMs')
redis.call('HINCRBY', delivery_key, 'attempt', -1)
redis.call('HSET', delivery_key, 'nextAttemptAtMs', ARGV[3])
redis.call('ZADD', shard_key('due'), ARGV[3], job_id)
return 1
