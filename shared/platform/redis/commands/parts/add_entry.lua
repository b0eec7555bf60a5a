-- Puts a queued job that is on record at the end of the stream of its queue.
local function add_entry(queue, account_id, job_id)
  redis.call('HSET', shard_key('job', job_id), 'entry', append_entry(queue, account_id, job_id))
end
