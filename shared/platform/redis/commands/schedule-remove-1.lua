#!lua flags=allow-oom
-- Removes a schedule that an account keeps, with all that is kept of it.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the schedule, its frame chunks, the account's index, ends and bytes,
--         a mark for a second run
--
-- ARGV[1] schedule id
-- ARGV[2] account id
-- ARGV[3] operation id: run again under it, it answers like the first time
-- ARGV[4] seconds that the operation is remembered
--
-- Output  removed | unknown

local removed_key = shard_key('removed', ARGV[1])
if redis.call('GET', removed_key) == ARGV[3] then return 'removed' end
local found = redis.call('HMGET', shard_key('schedule', ARGV[1]), 'accountId', 'expiresAtMs')
if found[1] ~= ARGV[2] or tonumber(found[2]) <= now_ms() then return 'unknown' end
remove_schedule(ARGV[1])
redis.call('SET', removed_key, ARGV[3], 'EX', ARGV[4])
return 'removed'
