#!lua flags=allow-oom
-- Gives a deliverer a callback that is due, and the time of a lease to make it in; then it is due again.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: what is due; the callback and its job are known once it is read
--
-- ARGV[1] deliverer
-- ARGV[2] operation id
-- ARGV[3] length of the lease, ms
-- ARGV[4] 1 when the operation may have run before: what it took is given again
-- ARGV[5] count of the latest leases to look for it among
--
-- Output  {fence, attempt, fields of the job}, or nothing

local due_key = shard_key('due')
local function given(job_id, delivery_key)
  local delivery = redis.call('HMGET', delivery_key, 'fence', 'attempt')
  return {tonumber(delivery[1]), tonumber(delivery[2]), redis.call('HGETALL', shard_key('job', job_id))}
end
if ARGV[4] == '1' then
  for _, job_id in ipairs(redis.call('ZREVRANGE', due_key, 0, ARGV[5] - 1)) do
    local delivery_key = shard_key('delivery', job_id)
    if redis.call('HGET', delivery_key, 'takeOperation') == ARGV[2] then return given(job_id, delivery_key) end
  end
end

local now = now_ms()
local job_id = redis.call('ZRANGEBYSCORE', due_key, '-inf', now, 'LIMIT', 0, 1)[1]
if not job_id then return false end
local delivery_key = shard_key('delivery', job_id)
local leased_until = now + ARGV[3]
redis.call('HINCRBY', delivery_key, 'fence', 1)
-- one that was lost with its deliverer is made again under its number
if redis.call('HEXISTS', delivery_key, 'leasedUntilMs') == 0 then redis.call('HINCRBY', delivery_key, 'attempt', 1) end
redis.call('HSET', delivery_key, 'leasedUntilMs', leased_until, 'delivererId', ARGV[1], 'takeOperation', ARGV[2])
redis.call('ZADD', due_key, leased_until, job_id)
return given(job_id, delivery_key)
