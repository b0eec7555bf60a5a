#!lua flags=allow-oom
-- Prolongs leases that are still held. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: leases, the jobs
--
-- ARGV[1] length of a lease, ms
-- ARGV[2, 4, ...] job id
-- ARGV[3, 5, ...] fence of its holder
--
-- Output  ids of jobs whose lease is lost

local lost = {}
local ends_at = now_ms() + ARGV[1]
for i = 2, #ARGV, 2 do
  if redis.call('HGET', shard_key('job', ARGV[i]), 'lease') == ARGV[i + 1] then
    redis.call('ZADD', shard_key('held'), 'XX', ends_at, ARGV[i])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
return lost
