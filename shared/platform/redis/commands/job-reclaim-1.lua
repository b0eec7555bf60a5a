#!lua flags=allow-oom
-- Jobs whose lease has ended go back as suspects, or fail. Safe to run twice: a job without a lease is not found. After a time in which
-- nobody looked, holders of leases get a moment to say what became of their jobs: Redis stood still, not they.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: leases; the jobs and what holds them are known once it is read
--
-- ARGV[1] detail of the error of the last delivery
-- ARGV[2] most jobs of one run
-- ARGV[3] nobody looked for so long, ms: no lease is taken back
-- ARGV[4] how long leases that ended meanwhile go on then, ms
--
-- Output  count of jobs

local now = now_ms()
local looked = tonumber(redis.call('HGET', KEYS[1], 'lookedMs'))
-- several nodes look; a write each time would be one to disk
if not looked or now - looked > ARGV[3] / 4 or now < looked then redis.call('HSET', KEYS[1], 'lookedMs', now) end
if looked and now - looked > tonumber(ARGV[3]) then
  for _, leases_key in ipairs(lease_keys()) do
    for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', leases_key, '-inf', now)) do
      redis.call('ZADD', leases_key, now + ARGV[4], job_id)
    end
  end
  return 0
end
local count = 0
for _, leases_key in ipairs(lease_keys()) do
  for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', leases_key, '-inf', now, 'LIMIT', 0, ARGV[2])) do
    local job = read_job(job_id)
    local is_loss = job and job.restsFence ~= job.lease
    if is_loss and job.isSuspect and tonumber(job.forgiven or 0) < NODE_LOSSES_FORGIVEN then
      -- its node would have reported the loss of its process: so the node itself was lost
      redis.call('HINCRBY', shard_key('job', job_id), 'forgiven', 1)
      job.drains = redis.call('HINCRBY', shard_key('job', job_id), 'drains', 1)
    end
    if job and type(give_back(job, job_id, is_loss, false, ARGV[1], now)) == 'string' then
      count = count + 1
    else
      -- a lease of nothing that could be given back
      redis.call('ZREM', leases_key, job_id)
    end
  end
end
return count
