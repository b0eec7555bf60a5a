-- A job in processing whose node gave it up or was lost. A loss counts a delivery: it waits as a suspect, or after the last one it
-- fails; lost_worker: the worker of this job alone was lost, and not its node. A drain counts none and puts it before the others of its account
-- that wait. Returns queued or failed, or the error of an illegal move.
local function give_back(job, job_id, is_loss, lost_worker, detail, now)
  local job_key = shard_key('job', job_id)
  local is_last = is_loss and job.attempts - (job.drains or 0) >= DELIVERIES_MAX
  local state = is_last and 'failed' or 'queued'
  if not may_move('requeue', job.state, state) then return illegal_move('requeue', job.state, state) end
  if is_loss then redis.call('HSET', job_key, 'losses', noted(job.losses, now .. ' ' .. job.nodeId)) end
  if is_last then
    end_job(job, job_id, state, now, 'errorCode', 'node_lost', 'errorDetail', detail)
    return state
  end
  leave_state(job, job_id)
  redis.call('HSET', job_key, 'state', state)
  redis.call('HDEL', job_key, 'startedAtMs', 'lease', 'isCounted', 'entry', 'progress', 'progressAtMs')
  enter_queue(job, job_id)
  if is_loss or job.isSuspect then
    leave_place(job, job_id)
    redis.call('HSET', job_key, 'isSuspect', 1)
    if lost_worker then redis.call('HSET', job_key, 'lostWorker', 1) end
    redis.call('RPUSH', shard_key('lost'), job_id)
    notify('submitted', job.queue, job_id)
  else
    if job.entry then drop_entry(job.queue, job.accountId, job.entry) end
    redis.call('LPUSH', shard_key('backlog', job.queue, job.accountId), job_id)
    promote(job.queue, job.accountId)
  end
  if not is_loss then redis.call('HINCRBY', job_key, 'drains', 1) end
  return state
end
