-- Removes the result of a job before its time, or the frame that was kept of a failed one; the job stays and says why.
local function free_result(job, job_id, now, why)
  remove_result(job, job_id)
  local job_key = shard_key('job', job_id)
  redis.call('HDEL', job_key, 'resultFence', 'resultChunkCount', 'resultBytes', 'resultStoredBytes', 'resultObject', 'heldBytes', 'hasFrame')
  if job.resultFence then redis.call('HSET', job_key, 'resultRemovedAtMs', now, 'resultRemovedWhy', why) end
end
