#!lua flags=allow-oom
-- A node gives a job back. The fence is the operation id: run again by the same holder, it answers like the first time.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, leases, queue counts, suspects; the stream and backlog of its queue are
--         known once the job is read
--
-- ARGV[1] job id
-- ARGV[2] fence
-- ARGV[3] worker_lost | drain
-- ARGV[4] detail of the error when it was the last delivery
--
-- Output  queued | failed | stale

local job_id, fence = ARGV[1], ARGV[2]
local job = read_job(job_id)
if not job then return 'stale' end
if job.givenBackFence == fence then return job.givenBackTo end
if job.lease ~= fence then return 'stale' end

local is_loss = ARGV[3] == 'worker_lost'
local state = give_back(job, job_id, is_loss, is_loss, ARGV[4], now_ms())
if type(state) == 'string' then
  redis.call('HSET', shard_key('job', job_id), 'givenBackFence', fence, 'givenBackTo', state)
end
return state
