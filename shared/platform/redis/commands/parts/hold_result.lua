-- Counts a result that lies in Redis for its account.
local function hold_result(job, job_id, bytes, ended_at)
  redis.call('HSET', shard_key('job', job_id), 'heldBytes', bytes)
  enter_book(result_book(job.jobClass), job.accountId, job_id, bytes, ended_at)
end
