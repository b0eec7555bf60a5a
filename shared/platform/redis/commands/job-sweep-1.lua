#!lua flags=allow-oom
-- Removes what is past its retention, consumers of nodes that have gone, and paused endpoints of which nothing else is known any more. A callback that is not settled keeps its job, but no
-- longer than a dead letter. The answer of an Idempotency-Key stays as long as it was promised. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: retention, the streams, paused endpoints; the jobs and their Idempotency-Keys
--         are known once it is read
--
-- ARGV[1] most jobs of one run, and most endpoints
-- ARGV[2] ms that a dead letter is kept
-- ARGV[3] ms to the next look at a job that is kept longer
-- ARGV[4] ms after which a consumer without entries has gone
-- ARGV[5, ...] queues
--
-- Output  {jobs looked at, those that were removed}

local now = now_ms()
local count, looked = 0, 0
local retention_key = shard_key('retention')
for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', retention_key, '-inf', now, 'LIMIT', 0, ARGV[1])) do
  looked = looked + 1
  local job = read_job(job_id)
  if not job then
    redis.call('ZREM', retention_key, job_id)
  elseif redis.call('HGET', shard_key('delivery', job_id), 'state') == 'pending' and now < job.completedAtMs + ARGV[2] then
    redis.call('ZADD', retention_key, now + ARGV[3], job_id)
  else
    outlive_job(job, job_id, now)
    remove_job(job, job_id)
    count = count + 1
  end
end
for i = 5, #ARGV do
  local stream_key = shard_key('stream', ARGV[i])
  if redis.call('EXISTS', stream_key) == 1 then
    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', stream_key, STREAM_GROUP)) do
      -- name, pending, idle as pairs
      if consumer[4] == 0 and consumer[6] > tonumber(ARGV[4]) then
        redis.call('XGROUP', 'DELCONSUMER', stream_key, STREAM_GROUP, consumer[2])
      end
    end
  end
end
for _, name in ipairs(redis.call('ZRANGEBYSCORE', shard_key('paused'), '-inf', now - ENDPOINT_REMEMBERED_MS, 'LIMIT', 0, ARGV[1])) do
  local account, origin = string.match(name, '^(%S+) (.*)$')
  if redis.call('EXISTS', shard_key('endpoint', account, origin)) == 0 then redis.call('ZREM', shard_key('paused'), name) end
end
return {looked, count}
