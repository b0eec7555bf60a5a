-- A callback waits no more and holds no place.
local function leave_line(account, origin, job_id, now)
  redis.call('ZREM', shard_key('line', account, origin), job_id)
  redis.call('ZREM', shard_key('posts', account), job_id)
  redis.call('ZREM', shard_key('posts', account, origin), job_id)
  offer_line(account, origin, now)
end
