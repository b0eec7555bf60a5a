#!lua flags=allow-oom
-- Removes what is kept of an account beside its jobs. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the account's index of Idempotency-Keys; those are known once it is read
--
-- ARGV[1] account id
--
-- Output  count of Idempotency-Keys removed

local index_key = shard_key('outlived', ARGV[1])
local hashes = redis.call('ZRANGE', index_key, 0, -1)
for _, hash in ipairs(hashes) do redis.call('DEL', shard_key('idempotency', ARGV[1], hash)) end
redis.call('DEL', index_key)
return #hashes
