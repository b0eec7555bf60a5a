-- Whether a job has not ended.
local function is_waiting(job_key)
  local state = redis.call('HGET', job_key, 'state')
  return state and not FINAL_STATES[state]
end
