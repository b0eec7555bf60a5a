-- Keeps the Idempotency-Key of a job that goes before its time: what it was answered with is answered again. The account's index names the
-- keys that no job names any more.
local function outlive_job(job, job_id, now)
  if not job.idempotencyKeyHash then return end
  local idempotency_key = shard_key('idempotency', job.accountId, job.idempotencyKeyHash)
  local left = redis.call('PTTL', idempotency_key)
  if left <= 0 or redis.call('HGET', idempotency_key, 'jobId') ~= job_id then return end
  local index_key = shard_key('outlived', job.accountId)
  redis.call('ZREMRANGEBYSCORE', index_key, '-inf', now)
  redis.call('ZADD', index_key, now + left, job.idempotencyKeyHash)
  redis.call('PEXPIREAT', index_key, redis.call('ZREVRANGE', index_key, 0, 0, 'WITHSCORES')[2])
  job.idempotencyKeyHash = nil
end
