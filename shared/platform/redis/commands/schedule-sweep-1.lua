#!lua flags=allow-oom
-- Removes schedules that have expired, or all that an account keeps. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the ends of schedules, the account's index; the schedules are known once it is read
--
-- ARGV[1] most schedules of one run
-- ARGV[2] account id: all of it; empty: what has expired of the shard
--
-- Output  count of those that were removed

if ARGV[2] == '' then return remove_expired_schedules(now_ms(), tonumber(ARGV[1])) end
local ids = redis.call('ZRANGE', shard_key('schedules', ARGV[2]), 0, ARGV[1] - 1)
for _, schedule_id in ipairs(ids) do remove_schedule(schedule_id) end
return #ids
