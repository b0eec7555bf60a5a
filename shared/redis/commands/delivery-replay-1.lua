#!lua flags=allow-oom
-- Makes a callback due now, under the id that it had, with all its attempts before it. One that is being made is left to its deliverer.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its callback, what is due, dead letters
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] operation id: run again under it, it changes nothing
--
-- Output  1 due, 0 there is no such callback

local job_id = ARGV[1]
local delivery_key = shard_key('delivery', job_id)
local job = read_job(job_id)
if not job or job.accountId ~= ARGV[2] or redis.call('EXISTS', delivery_key) == 0 then return 0 end
local delivery = redis.call('HMGET', delivery_key, 'replayOperation', 'leasedUntilMs', 'deadLetter')
local now = now_ms()
if delivery[1] == ARGV[3] then return 1 end
redis.call('HSET', delivery_key, 'replayOperation', ARGV[3])
if delivery[2] and tonumber(delivery[2]) > now then return 1 end
if delivery[3] then redis.call('XDEL', shard_key('dead-letters'), delivery[3]) end
redis.call('HDEL', delivery_key, 'deadLetter', 'leasedUntilMs')
redis.call('HSET', delivery_key, 'state', 'pending', 'attempt', 0, 'nextAttemptAtMs', now)
redis.call('ZADD', shard_key('due'), now, job_id)
tell('delivery', job.queue, job_id)
return 1
