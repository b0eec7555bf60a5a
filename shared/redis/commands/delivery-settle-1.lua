#!lua flags=allow-oom
-- Records an attempt of a callback and what comes next. The fence is the operation id; a deliverer whose lease went to another
-- one changes nothing.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the callback, what is due, dead letters, retention
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] fence
-- ARGV[4] the attempt as JSON
-- ARGV[5] delivered | dead | time of the next attempt, ms
-- ARGV[6] ms that a dead letter is kept
-- ARGV[7] most attempts that are remembered
--
-- Output  1 settled, 0 not held

local job_id = ARGV[1]
local delivery_key = shard_key('delivery', job_id)
local delivery = redis.call('HMGET', delivery_key, 'fence', 'leasedUntilMs', 'attempts')
if delivery[1] ~= ARGV[3] or not delivery[2] then return 0 end

local lines = {}
for line in string.gmatch(delivery[3] or '', '[^\n]+') do lines[#lines + 1] = line end
lines[#lines + 1] = ARGV[4]
local first = math.max(1, #lines - ARGV[7] + 1)
redis.call('HDEL', delivery_key, 'leasedUntilMs', 'nextAttemptAtMs')
redis.call('HSET', delivery_key, 'attempts', table.concat(lines, '\n', first))
if ARGV[5] ~= 'delivered' and ARGV[5] ~= 'dead' then
  redis.call('HSET', delivery_key, 'nextAttemptAtMs', ARGV[5])
  redis.call('ZADD', shard_key('due'), ARGV[5], job_id)
  return 1
end
redis.call('ZREM', shard_key('due'), job_id)
redis.call('HSET', delivery_key, 'state', ARGV[5])
if ARGV[5] == 'dead' then
  local entry = redis.call('XADD', shard_key('dead-letters'), '*', 'jobId', job_id, 'accountId', ARGV[2])
  redis.call('HSET', delivery_key, 'deadLetter', entry)
  redis.call('ZADD', shard_key('retention'), 'GT', now_ms() + ARGV[6], job_id)
end
return 1
