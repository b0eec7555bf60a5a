-- Whether the result of a job is counted among those in Redis.
local function has_result(job_key)
  return redis.call('HEXISTS', job_key, 'heldBytes') == 1
end
