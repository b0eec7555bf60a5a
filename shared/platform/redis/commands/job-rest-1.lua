#!lua flags=allow-oom
-- A holder says that it does not work on its job, since the store of objects is away, or that it does again. While it rests the loss of its
-- node is none of the job's doing. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job
--
-- ARGV[1] job id
-- ARGV[2] fence
-- ARGV[3] 1 it rests, 0 it is worked on
--
-- Output  1 done, 0 the lease is not the holder's

local job_key = shard_key('job', ARGV[1])
if redis.call('HGET', job_key, 'lease') ~= ARGV[2] then return 0 end
if ARGV[3] == '1' then
  redis.call('HSET', job_key, 'restsFence', ARGV[2])
else
  redis.call('HDEL', job_key, 'restsFence')
end
return 1
