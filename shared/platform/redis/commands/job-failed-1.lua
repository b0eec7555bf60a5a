#!lua flags=allow-oom
-- Failed jobs of a shard, newest first. A bounded number of them is looked at; those that failed in the same millisecond are looked at together.
-- What a node of an earlier version removed is forgotten.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: failed jobs; the jobs are known only once it is read
--
-- ARGV[1] failed before this time, ms; +inf: from the newest
-- ARGV[2] failed at this time or later, ms; -inf: whenever
-- ARGV[3] account; empty = any
-- ARGV[4] code; empty = any
-- ARGV[5] most jobs
-- ARGV[6] most jobs looked at
--
-- Output  {time before which it goes on, empty when there are no more; the fields of each job}

local failed_key = shard_key('failed')
local found, looked = {''}, 0
local before = ARGV[1] == '+inf' and '+inf' or '(' .. ARGV[1]
while true do
  local newest = redis.call('ZREVRANGEBYSCORE', failed_key, before, ARGV[2], 'WITHSCORES', 'LIMIT', 0, 1)
  if #newest == 0 then return found end
  if #found > tonumber(ARGV[5]) or looked >= tonumber(ARGV[6]) then
    found[1] = string.match(before, '%d+')
    return found
  end
  local at = newest[2]
  for _, job_id in ipairs(redis.call('ZRANGEBYSCORE', failed_key, at, at)) do
    local job_key = shard_key('job', job_id)
    local job = redis.call('HMGET', job_key, 'state', 'accountId', 'errorCode')
    looked = looked + 1
    if job[1] ~= 'failed' then
      redis.call('ZREM', failed_key, job_id)
    elseif (ARGV[3] == '' or job[2] == ARGV[3]) and (ARGV[4] == '' or job[3] == ARGV[4]) then
      found[#found + 1] = redis.call('HGETALL', job_key)
    end
  end
  before = '(' .. at
end
