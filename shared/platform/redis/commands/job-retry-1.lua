#!lua
-- Queues a failed job again, under its id and with three deliveries before it, while its frame is there. Its callback is sent once more when it ends;
-- a callback that was not sent yet is dropped.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its frame chunks, retention, failed jobs, books, its callback; the stream and
--         backlog of its queue are known once the job is read
--
-- ARGV[1] job id
-- ARGV[2] operation id: run again under it, it changes nothing
--
-- Output  queued | not_failed | frame_gone | unknown

local job_id = ARGV[1]
local job_key = shard_key('job', job_id)
local job = read_job(job_id)
if not job then return 'unknown' end
if job.retryOperation == ARGV[2] then return 'queued' end
if not may_move('retry', job.state, 'queued') then return 'not_failed' end
local has_frame = job.hasFrame
if has_frame and not job.frameObject then
  for i = 0, job.frameChunks - 1 do
    has_frame = has_frame and redis.call('EXISTS', shard_key('frame', job_id, i)) == 1
  end
end
if not has_frame then return 'frame_gone' end

local now = now_ms()
if job.callbackUrl then forget_callback(job, job_id, now) end
if not job.frameObject then
  for i = 0, job.frameChunks - 1 do redis.call('PERSIST', shard_key('frame', job_id, i)) end
end
if job.heldBytes then leave_book(result_book(job.jobClass), job.accountId, job_id, job.heldBytes) end
redis.call('ZREM', shard_key('retention'), job_id)
redis.call('ZREM', shard_key('failed'), job_id)
redis.call('HINCRBY', KEYS[1], 'reservedBytes', job.reservedBytes)
enter_book(waiting_book(), job.accountId, job_id, job.reservedBytes, job.sequence)
local failure = job.completedAtMs .. ' ' .. job.errorCode
redis.call('HDEL', job_key, 'completedAtMs', 'startedAtMs', 'errorCode', 'errorDetail', 'endedFence', 'endedEntry', 'givenBackFence', 'givenBackTo',
  'workerMs', 'heldBytes', 'hasFrame', 'forgiven')
-- fences go on; deliveries that do not count are those of before
redis.call('HSET', job_key, 'state', 'queued', 'waitingBytes', job.reservedBytes, 'drains', job.attempts, 'retries', (job.retries or 0) + 1,
  'retriedAtMs', now, 'retryOperation', ARGV[2], 'failures', noted(job.failures, failure))
job.state = 'queued'
-- behind those that wait
job.sequence = redis.call('HINCRBY', KEYS[1], 'sequence', 1)
enter_queue(job, job_id)
if job.isSuspect then
  redis.call('RPUSH', shard_key('lost'), job_id)
  notify('submitted', job.queue, job_id)
else
  redis.call('RPUSH', shard_key('backlog', job.queue, job.accountId), job_id)
  promote(job.queue, job.accountId)
end
return 'queued'
