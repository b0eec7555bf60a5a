#!lua flags=allow-oom
-- Jobs whose lease has ended go back as suspects, or fail. Safe to run twice: a job without a lease is not found.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: leases; the jobs and what holds them are known once it is read
--
-- ARGV[1] detail of the error of the last delivery
-- ARGV[2] most jobs of one run
--
-- Output  count of jobs

local now = now_ms()
local count = 0
for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', shard_key('leases'), '-inf', now, 'LIMIT', 0, ARGV[2])) do
  local job = read_job(job_id)
  if job and type(give_back(job, job_id, true, ARGV[1], now)) == 'string' then
    count = count + 1
  else
    -- a lease of nothing that could be given back
    redis.call('ZREM', shard_key('leases'), job_id)
  end
end
return count
