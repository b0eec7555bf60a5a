-- The end of a job in any final state: its frame goes unless it failed, its reserved bytes are free, its record is kept for the time that its
-- submission said, its place goes to the next. A callback is due, and a line of metering, unless it was cancelled. Further fields of the
-- record and their values are written with its state. Returns the entry of what is to be metered.
local function end_job(job, job_id, state, now, ...)
  local job_key = shard_key('job', job_id)
  leave_state(job, job_id)
  local ended = state ~= 'cancelled' and note_ended(job, job_id, state, now, ...)
  if ended then
    redis.call('HSET', job_key, 'state', state, 'completedAtMs', now, 'endedEntry', ended, ...)
  else
    redis.call('HSET', job_key, 'state', state, 'completedAtMs', now, ...)
  end
  if job.lease or job.entry then redis.call('HDEL', job_key, 'lease', 'isCounted', 'entry', 'progress', 'progressAtMs') end
  leave_place(job, job_id)
  if state == 'failed' then
    redis.call('ZADD', shard_key('failed'), now, job_id)
    keep_frame(job, job_id, now)
  else
    drop_frame(job, job_id)
  end
  redis.call('HINCRBY', KEYS[1], 'reservedBytes', -job.reservedBytes)
  if job.waitingBytes then leave_book(waiting_book(), job.accountId, job_id, job.waitingBytes) end
  redis.call('ZADD', shard_key('retention'), now + job.retentionMs, job_id)
  if job.callbackUrl and state ~= 'cancelled' then
    redis.call('HSET', shard_key('delivery', job_id), 'state', 'pending', 'attempt', 0, 'nextAttemptAtMs', now)
    redis.call('HSETNX', shard_key('delivery', job_id), 'fence', 0)
    redis.call('ZADD', shard_key('due'), now, job_id)
    redis.call('ZADD', shard_key('deliveries', job.accountId), job.sequence, job_id)
    notify('delivery', job.queue, job_id)
  end
  return ended
end
