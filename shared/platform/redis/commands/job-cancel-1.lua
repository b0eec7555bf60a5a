#!lua flags=allow-oom
-- Cancels a job that has not ended. A node that runs it is notified and loses its lease. A job that is cancelled already gets the same
-- answer, so it is safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its frame chunks, leases, queue counts, suspects, retention; the
--         stream and backlog of its queue are known once the job is read
--
-- ARGV[1] job id
-- ARGV[2] account id
--
-- Output  {cancelled | finished, fields of the job} | {unknown}

local job_id = ARGV[1]
local job_key = shard_key('job', job_id)
local job = read_job(job_id)
if not job or job.accountId ~= ARGV[2] then return {'unknown'} end
if job.state == 'cancelled' then return {'cancelled', redis.call('HGETALL', job_key)} end
if not may_move('cancel', job.state, 'cancelled') then return {'finished', redis.call('HGETALL', job_key)} end

end_job(job, job_id, 'cancelled', now_ms())
notify('cancelled', job.queue, job_id)
return {'cancelled', redis.call('HGETALL', job_key)}
