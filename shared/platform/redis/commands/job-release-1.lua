#!lua flags=allow-oom
-- Lets a claim go that came to nothing; the key of an accepted job is left alone. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the idempotency entry
--
-- ARGV[1] account id
-- ARGV[2] hash of the key
-- ARGV[3] job id
--
-- Output  1 let go, 0 it was not held so

local idempotency_key = shard_key('idempotency', ARGV[1], ARGV[2])
local entry = redis.call('HMGET', idempotency_key, 'jobId', 'fingerprint')
if entry[1] ~= ARGV[3] or entry[2] then return 0 end
return redis.call('DEL', idempotency_key)
