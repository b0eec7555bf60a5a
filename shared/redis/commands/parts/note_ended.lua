-- Notes what the end of a job is metered by, until whoever wrote its line says so. Returns the entry.
local function note_ended(job, job_id, state, now, ...)
  return redis.call('XADD', shard_key('ended'), '*', 'jobId', job_id, 'accountId', job.accountId, 'keyId', job.keyId,
    'requestId', job.requestId, 'endpoint', job.endpoint, 'taskCount', job.taskCount, 'createdAtMs', job.createdAtMs,
    'startedAtMs', job.startedAtMs or now, 'attempts', job.attempts, 'state', state, ...)
end
