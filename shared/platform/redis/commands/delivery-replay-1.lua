#!lua flags=allow-oom
-- Makes a callback due now, under the id that it had, with all its attempts before it; its endpoint is tried at once, even a paused one.
-- One that is being made is left to its deliverer.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its callback, its line, its endpoint, what is due, dead letters
--
-- ARGV[1] job id
-- ARGV[2] account id
-- ARGV[3] operation id: run again under it, it changes nothing
--
-- Output  1 due, 0 there is no such callback

local job_id = ARGV[1]
local delivery_key = shard_key('delivery', job_id)
local job = read_job(job_id)
if not job or job.accountId ~= ARGV[2] or redis.call('HEXISTS', delivery_key, 'state') == 0 then return 0 end
if redis.call('HGET', delivery_key, 'replayOperation') == ARGV[3] then return 1 end
redis.call('HSET', delivery_key, 'replayOperation', ARGV[3])
local now, origin = now_ms(), origin_of(job.callbackUrl)
redis.call('ZREM', shard_key('line', job.accountId, origin), job_id)
if send_again(job.accountId, job_id, job.callbackUrl, 0, now) then
  wake_endpoint(job.accountId, origin, now)
  notify('delivery', job.queue, job_id)
end
return 1
