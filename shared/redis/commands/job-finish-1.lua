#!lua flags=allow-oom
-- The end of an attempt: completed with a stored result, or failed. The fence is the operation id: run again by the same holder, it
-- answers like the first time. A holder that lost its lease changes nothing.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the job, its frame and result chunks, leases, queue counts, retention, its
--         delivery; the stream and backlog of its queue are known once the job is read
--
-- ARGV[1] job id
-- ARGV[2] fence
-- ARGV[3] completed | failed
-- ARGV[4] chunks of the result in Redis; 0 for failed, and for a result that is an object
-- ARGV[5] the only chunk of the result when it is small; empty: all were written before
-- ARGV[6, 8, ...] field of the job: result or error, worker time
-- ARGV[7, 9, ...] its value
--
-- Output  {finished, entry of what is to be metered} | {stale} | {result_lost}

local job_id, fence, state = ARGV[1], ARGV[2], ARGV[3]
local job = read_job(job_id)
if not job then return {'stale'} end
if job.endedFence == fence then return {'finished', job.endedEntry} end
if job.lease ~= fence then return {'stale'} end
if not may_move('finish', job.state, state) then return illegal_move('finish', job.state, state) end
local written = ARGV[5] == '' and tonumber(ARGV[4]) or 0
local held_bytes = #ARGV[5]
for i = 0, written - 1 do
  local chunk_bytes = redis.call('STRLEN', shard_key('result', job_id, fence, i))
  if chunk_bytes == 0 then return {'result_lost'} end
  held_bytes = held_bytes + chunk_bytes
end

for i = 0, written - 1 do redis.call('PERSIST', shard_key('result', job_id, fence, i)) end
if ARGV[5] ~= '' then redis.call('SET', shard_key('result', job_id, fence, 0), ARGV[5]) end
local now = now_ms()
local fields = {'endedFence', fence, unpack(ARGV, 6)}
if held_bytes > 0 then
  fields[#fields + 1] = 'heldBytes'
  fields[#fields + 1] = held_bytes
  enter_book(result_book(job.jobClass), job.accountId, job_id, held_bytes, now)
end
local ended = end_job(job, job_id, state, now, unpack(fields))
return {'finished', ended}
