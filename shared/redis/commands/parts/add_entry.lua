-- Puts a queued job at the end of the stream of its queue. An account's number of entries there is kept exactly: whoever adds or
-- drops one counts it.
local function add_entry(job, job_id)
  local stream_key = shard_key('stream', job.queue)
  if redis.call('EXISTS', stream_key) == 0 then
    redis.call('XGROUP', 'CREATE', stream_key, STREAM_GROUP, '0', 'MKSTREAM')
  end
  local entry = redis.call('XADD', stream_key, '*', 'jobId', job_id, 'accountId', job.accountId)
  redis.call('HSET', shard_key('job', job_id), 'entry', entry)
  redis.call('HINCRBY', shard_key('entries'), job.queue .. ':' .. job.accountId, 1)
  tell('submitted', job.queue, job_id)
end
