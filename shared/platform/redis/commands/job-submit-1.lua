#!lua
-- A new job: its frame is there or comes with it, now it counts. The job id is made by the caller and is the operation id: run again, it answers like the
-- first time.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its frame chunks, idempotency entry, the account's index and
--         backlog, queue counts, its end, the stream of its queue; promoted jobs of the account are known only on the way
--
-- ARGV[1] job id
-- ARGV[2] most queued jobs of the account
-- ARGV[3] most bytes that jobs of the account may hold: what those reserve that have not ended, and the records of all that are kept. One
--         that is the only one to wait may reserve more
-- ARGV[4] hash of the idempotency key, may be empty
-- ARGV[5] fingerprint of the request
-- ARGV[6] seconds that the idempotency entry is kept
-- ARGV[7] the frame when it is small; empty: it was written before, or is the object that the job names
-- ARGV[8, 10, ...] field of the job
-- ARGV[9, 11, ...] its value
--
-- Output  {accepted, time of its creation} | {again, fields of the job} | {replayed, id of the job, time of its creation}
--         | {queue_full} | {share_full, bytes held, jobs kept} | {key_reused} | {frame_lost} | {account_gone}

local job_id = ARGV[1]
local job_key = shard_key('job', job_id)
local known = redis.call('HGETALL', job_key)
if #known > 0 then return {'again', known} end

local job = {}
local record = {'state', 'queued', 'jobId', job_id, 'attempts', '0'}
local function note(name, value)
  job[name] = value
  record[#record + 1] = name
  record[#record + 1] = value
end
for i = 8, #ARGV, 2 do note(ARGV[i], ARGV[i + 1]) end

-- its body was on the way while its account was deleted
if redis.call('EXISTS', shard_key('erased', redis.sha1hex(job.accountId))) == 1 then return {'account_gone'} end
if ARGV[4] ~= '' then
  local earlier = redis.call('HMGET', shard_key('idempotency', job.accountId, ARGV[4]), 'jobId', 'fingerprint', 'createdAtMs')
  if earlier[2] then
    if earlier[2] ~= ARGV[5] then return {'key_reused'} end
    -- entries of earlier versions do not have the time; theirs go with their job
    local created_at = earlier[3] or redis.call('HGET', shard_key('job', earlier[1]), 'createdAtMs')
    if created_at then return {'replayed', earlier[1], tonumber(created_at)} end
  end
end
local queued = tonumber(redis.call('HGET', shard_key('queued-counts'), job.accountId) or '0')
if queued >= tonumber(ARGV[2]) then return {'queue_full'} end
local function has_share()
  local waiting = tonumber(redis.call('ZSCORE', shard_key('waiting-bytes'), job.accountId) or '0')
  local count = redis.call('ZCARD', shard_key('index', job.accountId))
  local held = waiting + count * RECORD_BYTES
  return held + (waiting == 0 and 0 or job.reservedBytes) <= tonumber(ARGV[3]), held, count
end
if not has_share() then
  prune_book(waiting_book(), job.accountId, 100, is_waiting)
  local has_it, held, count = has_share()
  if not has_it then return {'share_full', held, count} end
end
if not take_frame(job_id, job, ARGV[7]) then return {'frame_lost'} end

note('sequence', redis.call('HINCRBY', KEYS[1], 'sequence', '1'))
note('createdAtMs', now_ms())
redis.call('HINCRBY', KEYS[1], 'reservedBytes', job.reservedBytes)
note('waitingBytes', job.reservedBytes)
enter_book(waiting_book(), job.accountId, job_id, job.waitingBytes, job.sequence)
if ARGV[4] ~= '' then
  local idempotency_key = shard_key('idempotency', job.accountId, ARGV[4])
  note('idempotencyKeyHash', ARGV[4])
  redis.call('HSET', idempotency_key, 'jobId', job_id, 'fingerprint', ARGV[5], 'createdAtMs', job.createdAtMs)
  redis.call('EXPIRE', idempotency_key, ARGV[6])
end
redis.call('ZADD', shard_key('index', job.accountId), job.sequence, job_id)
enter_queue(job, job_id)
local backlog_key = shard_key('backlog', job.queue, job.accountId)
local has_place = free_places(job.queue, job.accountId) > 0
if has_place and redis.call('LLEN', backlog_key) == 0 then
  note('entry', append_entry(job.queue, job.accountId, job_id))
  redis.call('HSET', job_key, unpack(record))
else
  redis.call('HSET', job_key, unpack(record))
  redis.call('RPUSH', backlog_key, job_id)
  if has_place then promote(job.queue, job.accountId) end
end
return {'accepted', job.createdAtMs}
