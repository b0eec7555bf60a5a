-- Tells whoever listens; a hint that may be lost.
local function tell(kind, queue, job_id)
  redis.call('PUBLISH', JOB_CHANNEL, kind .. ' ' .. string.match(KEYS[1], '%d+') .. ' ' .. queue .. ' ' .. job_id)
end
