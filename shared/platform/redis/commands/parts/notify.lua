-- Publishes a notification. It may be lost, so its receivers also poll.
local function notify(kind, queue, job_id)
  redis.call('PUBLISH', JOB_CHANNEL, kind .. ' ' .. string.match(KEYS[1], '%d+') .. ' ' .. queue .. ' ' .. job_id)
end
