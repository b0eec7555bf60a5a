-- Removes the result of a job, or the frame that was kept of a failed one, wherever it lies, and from what its account holds in Redis.
local function remove_result(job, job_id)
  if job.hasFrame then
    drop_frame(job, job_id)
  elseif job.resultObject then
    drop_object(job.resultObject)
  else
    for i = 0, (job.resultChunkCount or 0) - 1 do redis.call('UNLINK', shard_key('result', job_id, job.resultFence, i)) end
  end
  if job.heldBytes then leave_book(result_book(job.jobClass), job.accountId, job_id, job.heldBytes) end
end
