#!lua flags=allow-oom
-- Gives a deliverer a callback that is due, and the time of a lease to make it in; then it is due again. What has come due goes into
-- lines first, one per account and endpoint; accounts are served in turn, and the endpoints of an account in turn. What waits or hangs
-- in one line is looked at by nobody who serves another one.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: what is due, the lines; the callback and its job are known once they are read
--
-- ARGV[1] deliverer
-- ARGV[2] operation id
-- ARGV[3] length of the lease, ms
-- ARGV[4] 1 when the operation may have run before: what it took is given again
-- ARGV[5] ms that an operation is remembered
-- ARGV[6, ...] accounts that have their share of the deliverer's places
--
-- Output  {fence, attempt, now ms, fields of the job}, or nothing

local DUE_PER_TAKE, STALE_PER_TAKE = 100, 50
local now = now_ms()
local due_key, lines_key = shard_key('due'), shard_key('lines')
local take_key = shard_key('take', ARGV[2])
local function given(job_id, delivery_key)
  local delivery = redis.call('HMGET', delivery_key, 'fence', 'attempt')
  return {tonumber(delivery[1]), tonumber(delivery[2]), now, redis.call('HGETALL', shard_key('job', job_id))}
end
if ARGV[4] == '1' then
  local job_id = redis.call('GET', take_key)
  if job_id then
    local delivery_key = shard_key('delivery', job_id)
    if redis.call('HGET', delivery_key, 'takeOperation') == ARGV[2] then return given(job_id, delivery_key) end
  end
end

for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', due_key, '-inf', now, 'LIMIT', 0, DUE_PER_TAKE)) do
  local job = redis.call('HMGET', shard_key('job', job_id), 'accountId', 'callbackUrl')
  local delivery = redis.call('HMGET', shard_key('delivery', job_id), 'state', 'leasedUntilMs')
  if not job[2] or delivery[1] ~= 'pending' then
    redis.call('ZREM', due_key, job_id)
  else
    local origin = origin_of(job[2])
    if delivery[2] then
      -- the lease ended, and with it the slot; the field marks that its attempt is counted
      redis.call('HSET', shard_key('delivery', job_id), 'leasedUntilMs', 0)
      leave_line(job[1], origin, job_id, now)
    end
    enter_line(job[1], origin, job_id, now, now)
  end
end

local is_held, held_count = {}, #ARGV - 5
for i = 6, #ARGV do is_held[ARGV[i]] = true end
local function next_account()
  for _, account in ipairs(redis.call('ZRANGE', lines_key, 0, held_count)) do
    if not is_held[account] then return account end
  end
end

for _ = 1, STALE_PER_TAKE do
  local account = next_account()
  if not account then return false end
  local origin = redis.call('ZRANGE', shard_key('lines', account), 0, 0)[1]
  local line_key = origin and shard_key('line', account, origin)
  local job_id = origin and redis.call('ZRANGE', line_key, 0, 0)[1]
  if not origin then
    redis.call('ZREM', lines_key, account)
  elseif not job_id then
    offer_line(account, origin, now)
  else
    local delivery_key = shard_key('delivery', job_id)
    local delivery = redis.call('HMGET', delivery_key, 'state', 'leasedUntilMs')
    redis.call('ZREM', line_key, job_id)
    -- one that a deliverer of an earlier version took, or removed, is not there to be made
    if delivery[1] == 'pending' and tonumber(delivery[2] or 0) <= now then
      local leased_until = now + ARGV[3]
      redis.call('HINCRBY', delivery_key, 'fence', 1)
      -- one that was lost with its deliverer is made again under its number
      if not delivery[2] then redis.call('HINCRBY', delivery_key, 'attempt', 1) end
      redis.call('HSET', delivery_key, 'leasedUntilMs', leased_until, 'delivererId', ARGV[1], 'takeOperation', ARGV[2])
      redis.call('ZADD', due_key, leased_until, job_id)
      redis.call('ZADD', shard_key('posts', account), leased_until, job_id)
      redis.call('ZADD', shard_key('posts', account, origin), leased_until, job_id)
      local turn = redis.call('HINCRBY', KEYS[1], 'turns', 1)
      redis.call('ZADD', lines_key, 'XX', turn, account)
      redis.call('ZADD', shard_key('lines', account), 'XX', turn, origin)
      redis.call('SET', take_key, job_id, 'PX', ARGV[5])
      offer_line(account, origin, now)
      return given(job_id, delivery_key)
    end
    offer_line(account, origin, now)
  end
end
return false
