#!lua flags=allow-oom
-- Tells the node that runs a job to end it with what it has. A job that waits, or has ended, is left alone; asked twice it does no harm.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job
--
-- ARGV[1] job id
-- ARGV[2] account id
--
-- Output  fields of the job | nothing: unknown

local job_id = ARGV[1]
local job = read_job(job_id)
if not job or job.accountId ~= ARGV[2] then return {} end
if job.state == 'processing' then notify('hurried', job.queue, job_id) end
return redis.call('HGETALL', shard_key('job', job_id))
