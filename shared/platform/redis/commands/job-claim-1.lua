#!lua
-- Claims an idempotency key for a submission, or renews its claim. The job id is the operation id.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the idempotency entry
--
-- ARGV[1] account id
-- ARGV[2] hash of the key
-- ARGV[3] job id
-- ARGV[4] ms that the claim lasts from now on
--
-- Output  1 claimed, 0 somebody else holds it

local idempotency_key = shard_key('idempotency', ARGV[1], ARGV[2])
local entry = redis.call('HMGET', idempotency_key, 'jobId', 'fingerprint')
if entry[1] and entry[1] ~= ARGV[3] then return 0 end
-- that of a job that was accepted meanwhile is kept as long as its submission said
if entry[2] then return 1 end
if not entry[1] then redis.call('HSET', idempotency_key, 'jobId', ARGV[3]) end
redis.call('PEXPIRE', idempotency_key, ARGV[4])
return 1
