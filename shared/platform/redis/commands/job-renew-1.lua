#!lua flags=allow-oom
-- Prolongs leases that are still held, and notes how far their jobs have come. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: leases, the jobs
--
-- ARGV[1] length of a lease, ms
-- ARGV[2, 5, ...] job id
-- ARGV[3, 6, ...] fence of its holder
-- ARGV[4, 7, ...] its progress, JSON; empty: no news
--
-- Output  ids of jobs whose lease is lost

local lost = {}
local now = now_ms()
for i = 2, #ARGV, 3 do
  local job_key = shard_key('job', ARGV[i])
  if redis.call('HGET', job_key, 'lease') == ARGV[i + 1] then
    redis.call('ZADD', shard_key('held'), 'XX', now + ARGV[1], ARGV[i])
    if ARGV[i + 2] ~= '' then redis.call('HSET', job_key, 'progress', ARGV[i + 2], 'progressAtMs', now) end
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
