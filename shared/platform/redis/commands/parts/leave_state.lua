-- Takes a job out of the counts of the state that it leaves. Where it waits (stream, backlog, suspects) is left to leave_place, the
-- fields of its lease (lease, isCounted) to the caller.
local function leave_state(job, job_id)
  if job.state == 'queued' then
    redis.call('ZREM', shard_key('queued', job.jobClass), job_id)
    count_down(shard_key('queued-counts'), job.accountId)
  else
    for _, leases_key in ipairs(lease_keys()) do
      if redis.call('ZREM', leases_key, job_id) == 1 then break end
    end
    redis.call('HINCRBY', KEYS[1], 'processing:' .. job.jobClass, '-1')
    if job.isCounted then count_down(shard_key('running'), job.queue .. ':' .. job.accountId) end
  end
end
