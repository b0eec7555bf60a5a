#!lua flags=allow-oom
-- Gives a callback back that was taken but not made: it is due after a delay by the clock of Redis, and no attempt is counted. The fence is
-- the operation id; a deliverer whose lease went to another one changes nothing.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the callback, what is due, its line, places
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] callback URL
-- ARGV[4] fence
-- ARGV[5] delay, ms
--
-- Output  1 given back, 0 not held

local job_id = ARGV[1]
local delivery_key = shard_key('delivery', job_id)
local delivery = redis.call('HMGET', delivery_key, 'fence', 'leasedUntilMs')
if delivery[1] ~= ARGV[4] or not delivery[2] then return 0 end
local now = now_ms()
redis.call('HDEL', delivery_key, 'leasedUntilMs')
redis.call('HINCRBY', delivery_key, 'attempt', -1)
redis.call('HSET', delivery_key, 'nextAttemptAtMs', now + ARGV[5])
redis.call('ZADD', shard_key('due'), now + ARGV[5], job_id)
leave_line(ARGV[2], origin_of(ARGV[3]), job_id, now)
return 1
