#!lua flags=allow-oom
-- Removes a finished job and all that is kept of it.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its result chunks, its delivery, retention, the account's indexes,
--         a mark for a second run
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] operation id: run again under it, it answers like the first time
-- ARGV[4] seconds that the operation is remembered
--
-- Output  removed | not_finished | unknown

local removed_key = shard_key('removed', ARGV[1])
if redis.call('GET', removed_key) == ARGV[3] then return 'removed' end
local job = read_job(ARGV[1])
if not job or job.accountId ~= ARGV[2] then return 'unknown' end
if not FINAL_STATES[job.state] then return 'not_finished' end
remove_job(job, ARGV[1])
redis.call('SET', removed_key, ARGV[3], 'EX', ARGV[4])
return 'removed'
