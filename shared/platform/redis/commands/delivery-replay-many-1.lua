#!lua flags=allow-oom
-- Makes callbacks that were given up due now, those of jobs of one account that ended within a time, and tries their endpoints. Safe to run
-- twice: one that is on its way is not given up.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: callbacks of the account, their jobs, lines and endpoints, what is due, dead letters
--
-- ARGV[1] account id
-- ARGV[2] jobs that ended from this time on, ms
-- ARGV[3] and before this one, ms
-- ARGV[4] jobs before this sequence; +inf: from the newest
-- ARGV[5] most callbacks to look at
--
-- Output  {callbacks that are due now, sequence of the last one looked at, or empty: there are no more}

local account, from, to = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local pairs_seen = redis.call(
  'ZREVRANGEBYSCORE', shard_key('deliveries', account), ARGV[4] == '+inf' and '+inf' or '(' .. ARGV[4], '-inf',
  'WITHSCORES', 'LIMIT', 0, ARGV[5]
)
local now, count, last_queue, last_id = now_ms(), 0, nil, nil
for i = 1, #pairs_seen, 2 do
  local job_id = pairs_seen[i]
  local job = redis.call('HMGET', shard_key('job', job_id), 'completedAtMs', 'callbackUrl', 'queue')
  local ended = tonumber(job[1] or nil)
  if ended and ended >= from and ended < to and redis.call('HGET', shard_key('delivery', job_id), 'state') == 'dead' then
    if send_again(account, job_id, job[2], now, now) then
      wake_endpoint(account, origin_of(job[2]), now)
      count, last_queue, last_id = count + 1, job[3], job_id
    end
  end
end
if count > 0 then notify('delivery', last_queue, last_id) end
return {count, #pairs_seen == 2 * ARGV[5] and pairs_seen[#pairs_seen] or ''}
