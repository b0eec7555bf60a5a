-- The fields of a job by their names; nil when there is no such job.
local function read_job(job_id)
  local flat = redis.call('HGETALL', shard_key('job', job_id))
  if #flat == 0 then return nil end
  local job = {}
  for i = 1, #flat, 2 do job[flat[i]] = flat[i + 1] end
  return job
end
