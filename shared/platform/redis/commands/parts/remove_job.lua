-- Removes everything that is kept of a finished job.
local function remove_job(job, job_id)
  remove_result(job, job_id)
  redis.call('ZREM', shard_key('retention'), job_id)
  redis.call('ZREM', shard_key('failed'), job_id)
  redis.call('ZREM', shard_key('index', job.accountId), job_id)
  if job.callbackUrl then
    local dead_letter = redis.call('HGET', shard_key('delivery', job_id), 'deadLetter')
    if dead_letter then redis.call('XDEL', shard_key('dead-letters'), dead_letter) end
    redis.call('ZREM', shard_key('due'), job_id)
    redis.call('ZREM', shard_key('deliveries', job.accountId), job_id)
    redis.call('UNLINK', shard_key('delivery', job_id))
    leave_line(job.accountId, origin_of(job.callbackUrl), job_id, now_ms())
  end
  if job.idempotencyKeyHash then
    local idempotency_key = shard_key('idempotency', job.accountId, job.idempotencyKeyHash)
    if redis.call('HGET', idempotency_key, 'jobId') == job_id then redis.call('DEL', idempotency_key) end
  end
  redis.call('UNLINK', shard_key('job', job_id))
end
