-- A job that ended is queued again: the callback of its first end is not sent any more. Attempts stay on record, and the fence goes on counting, so that a POST
-- that is being made settles nothing of the next end.
local function forget_callback(job, job_id, now)
  local delivery_key = shard_key('delivery', job_id)
  local dead_letter = redis.call('HGET', delivery_key, 'deadLetter')
  if dead_letter then redis.call('XDEL', shard_key('dead-letters'), dead_letter) end
  redis.call('HDEL', delivery_key, 'state', 'deadLetter', 'leasedUntilMs', 'nextAttemptAtMs', 'takeOperation')
  redis.call('ZREM', shard_key('due'), job_id)
  redis.call('ZREM', shard_key('deliveries', job.accountId), job_id)
  leave_line(job.accountId, origin_of(job.callbackUrl), job_id, now)
end
