-- Notes what the end of a job is metered by, until whoever wrote its line says so. Of the further fields of its end and their values only those that are
-- metered. Returns the entry.
local function note_ended(job, job_id, state, now, ...)
  local further = {...}
  local metered = {}
  for i = 1, #further, 2 do
    local name = further[i]
    if name == 'workerMs' or name == 'resultBytes' or name == 'errorCode' then
      metered[#metered + 1] = name
      metered[#metered + 1] = further[i + 1]
    end
  end
  return redis.call('XADD', shard_key('ended'), '*', 'jobId', job_id, 'accountId', job.accountId, 'keyId', job.keyId,
    'requestId', job.requestId, 'endpoint', job.endpoint, 'taskCount', job.taskCount, 'createdAtMs', job.createdAtMs,
    'startedAtMs', job.startedAtMs or now, 'attempts', job.attempts, 'state', state, unpack(metered))
end
