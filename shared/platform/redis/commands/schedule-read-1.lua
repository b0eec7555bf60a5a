#!lua flags=no-writes
-- A schedule that an account keeps and that has not expired.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the schedule
--
-- ARGV[1] schedule id
-- ARGV[2] account id
--
-- Output  its fields | {}

local schedule_key = shard_key('schedule', ARGV[1])
local found = redis.call('HMGET', schedule_key, 'accountId', 'expiresAtMs')
if found[1] ~= ARGV[2] or tonumber(found[2]) <= now_ms() then return {} end
return redis.call('HGETALL', schedule_key)
