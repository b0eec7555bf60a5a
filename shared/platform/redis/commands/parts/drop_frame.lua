-- Removes the frame of a job, wherever it lies.
local function drop_frame(job, job_id)
  if job.frameObject then
    drop_object(job.frameObject)
  else
    for i = 0, job.frameChunks - 1 do redis.call('UNLINK', shard_key('frame', job_id, i)) end
  end
end
