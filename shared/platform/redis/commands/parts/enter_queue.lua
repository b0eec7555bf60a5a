-- Counts a job among those that wait.
local function enter_queue(job, job_id)
  redis.call('ZADD', shard_key('queued', job.jobClass), job.sequence, job_id)
  redis.call('HINCRBY', shard_key('queued-counts'), job.accountId, '1')
end
