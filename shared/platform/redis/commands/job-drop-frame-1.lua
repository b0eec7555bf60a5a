#!lua flags=allow-oom
-- Removes the frame of a job that was not accepted; that of a job is left alone. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its frame chunks
--
-- ARGV[1] job id
-- ARGV[2] count of chunks
--
-- Output  1 removed, 0 the job exists

if redis.call('EXISTS', shard_key('job', ARGV[1])) == 1 then return 0 end
for i = 0, ARGV[2] - 1 do redis.call('UNLINK', shard_key('frame', ARGV[1], i)) end
return 1
