#!lua flags=allow-oom
-- Removes the result of a finished job, or the frame that was kept of a failed one, that lies in an object; the job stays and says so. Run again it
-- removes nothing.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, the names of objects that are no longer needed
--
-- ARGV[1] job id
-- ARGV[2] name of the object
-- ARGV[3] why, in a word
--
-- Output  1 it is removed, 0 the job has it not, or needs it yet

local job = read_job(ARGV[1])
if not job then return 0 end
local is_kept_frame = job.hasFrame and job.frameObject == ARGV[2]
if job.resultObject ~= ARGV[2] and not is_kept_frame then return 0 end
free_result(job, ARGV[1], now_ms(), ARGV[3])
return 1
