-- Takes a job out of the counts of the state that it leaves. Where it waits (stream, backlog, suspects) is left to leave_place.
local function leave_state(job, job_id)
  if job.state == 'queued' then
    redis.call('ZREM', shard_key('queued', job.jobClass), job_id)
    count_down(shard_key('queued-counts'), job.accountId)
  else
    redis.call('ZREM', shard_key('leases'), job_id)
    redis.call('HDEL', shard_key('job', job_id), 'lease')
    count_down(KEYS[1], 'processing:' .. job.jobClass)
  end
end
