-- Queues whose notification this script has looked at.
local told = {}
-- Puts an id at the end of the stream of a queue, and counts it among the entries of the account there: whoever appends or drops one
-- counts it. Returns the entry, which the caller writes into the job.
local function append_entry(queue, account_id, job_id)
  local stream_key = shard_key('stream', queue)
  local entry = redis.call('XADD', stream_key, 'NOMKSTREAM', '*', 'jobId', job_id, 'accountId', account_id)
  if not entry then
    redis.call('XGROUP', 'CREATE', stream_key, STREAM_GROUP, '0', 'MKSTREAM')
    entry = redis.call('XADD', stream_key, '*', 'jobId', job_id, 'accountId', account_id)
  end
  redis.call('HINCRBY', shard_key('entries'), queue .. ':' .. account_id, '1')
  -- nodes continue to take jobs until one finds none, which job-take notes. Until then one notification serves a burst; it is repeated after a while, since it may be lost
  if told[queue] then return entry end
  told[queue] = true
  local now = now_ms()
  if now - (redis.call('HGET', KEYS[1], 'told:' .. queue) or 0) >= NOTIFY_AGAIN_MS then
    redis.call('HSET', KEYS[1], 'told:' .. queue, now)
    notify('submitted', queue, job_id)
  end
  return entry
end
