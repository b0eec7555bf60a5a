#!lua
-- Claims an idempotency key for the time of one submission. The job id is the operation id.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the idempotency entry
--
-- ARGV[1] account id
-- ARGV[2] hash of the key
-- ARGV[3] job id
-- ARGV[4] seconds that the claim lasts
--
-- Output  1 claimed, 0 somebody else holds it

local idempotency_key = shard_key('idempotency', ARGV[1], ARGV[2])
local holder = redis.call('HGET', idempotency_key, 'jobId')
if holder then return holder == ARGV[3] and 1 or 0 end
redis.call('HSET', idempotency_key, 'jobId', ARGV[3])
redis.call('EXPIRE', idempotency_key, ARGV[4])
return 1
