#!lua flags=allow-oom
-- Records an attempt of a callback and what comes next, by the clock of Redis. The fence is the operation id; a deliverer whose lease went
-- to another one changes nothing. While its endpoint is paused, an attempt that failed counts as none, and the callback waits in its line.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the callback, what is due, its line, places, its endpoint, dead letters, retention
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] callback URL
-- ARGV[4] fence
-- ARGV[5] the attempt as JSON
-- ARGV[6] delivered | dead | ms to the next attempt
-- ARGV[7] why it failed; empty: it did not
-- ARGV[8] answering | hanging | unknown: what the POST shows of its endpoint; unknown: no POST was made
-- ARGV[9] ms that an endpoint fails before it is paused
-- ARGV[10] ms that a dead letter is kept
-- ARGV[11] most attempts that are remembered
--
-- Output  settled; paused, resumed: so is its endpoint from now on; waits: its endpoint was paused and is, so the attempt counts as none;
--         stale: not held

local job_id, account, origin = ARGV[1], ARGV[2], origin_of(ARGV[3])
local delivery_key = shard_key('delivery', job_id)
local delivery = redis.call('HMGET', delivery_key, 'fence', 'leasedUntilMs', 'attempts')
if delivery[1] ~= ARGV[4] or not delivery[2] then return 'stale' end

local now = now_ms()
local lines = {}
for line in string.gmatch(delivery[3] or '', '[^\n]+') do lines[#lines + 1] = line end
lines[#lines + 1] = ARGV[5]
local first = math.max(1, #lines - ARGV[11] + 1)
redis.call('HDEL', delivery_key, 'leasedUntilMs', 'nextAttemptAtMs')
redis.call('HSET', delivery_key, 'attempts', table.concat(lines, '\n', first))
local change, was_paused = 'settled', false
if ARGV[8] ~= 'unknown' then
  change, was_paused = note_post(account, origin, ARGV[7], ARGV[8] == 'hanging', tonumber(ARGV[9]), now)
end
leave_line(account, origin, job_id, now)
if was_paused and ARGV[7] ~= '' then
  change = 'waits'
  redis.call('HINCRBY', delivery_key, 'attempt', -1)
  redis.call('HSET', delivery_key, 'nextAttemptAtMs', redis.call('HGET', shard_key('endpoint', account, origin), 'restsUntilMs'))
  enter_line(account, origin, job_id, now, now)
elseif ARGV[6] ~= 'delivered' and ARGV[6] ~= 'dead' then
  redis.call('HSET', delivery_key, 'nextAttemptAtMs', now + ARGV[6])
  redis.call('ZADD', shard_key('due'), now + ARGV[6], job_id)
else
  redis.call('ZREM', shard_key('due'), job_id)
  redis.call('HSET', delivery_key, 'state', ARGV[6])
  if ARGV[6] == 'dead' then
    local entry = redis.call('XADD', shard_key('dead-letters'), '*', 'jobId', job_id, 'accountId', account)
    redis.call('HSET', delivery_key, 'deadLetter', entry)
    redis.call('ZADD', shard_key('retention'), 'GT', now + ARGV[10], job_id)
  end
end
return change
