#!lua flags=allow-oom
-- The ends of attempts, each completed with a stored result, or failed. The fence is the operation id: run again by the same holder, it
-- answers like the first time. A holder that lost its lease changes nothing. One end that fails leaves the others as they are.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the jobs, their frames and result chunks, leases, queue counts, retention, their
--         deliveries; the stream and backlog of a queue are known once its job is read
--
-- ARGV of each end, one after the other:
-- ARGV[1] how many arguments of it follow
-- ARGV[2] job id
-- ARGV[3] fence
-- ARGV[4] completed | failed
-- ARGV[5] chunks of the result in Redis; 0 for failed, and for a result that is an object
-- ARGV[6] the only chunk of the result when it is small; empty: all were written before
-- ARGV[7, 9, ...] field of the job: result or error, worker time
-- ARGV[8, 10, ...] its value
--
-- Output  of each end {finished, entry of what is to be metered} | {stale} | {result_lost} | {error, its text}

local function finish(job_id, fence, state, chunk_count, chunk, ...)
  local job = read_job(job_id)
  if not job then return {'stale'} end
  if job.endedFence == fence then return {'finished', job.endedEntry} end
  if job.lease ~= fence then return {'stale'} end
  if not may_move('finish', job.state, state) then return illegal_move('finish', job.state, state) end
  local written = chunk == '' and tonumber(chunk_count) or 0
  local held_bytes = #chunk
  for i = 0, written - 1 do
    local chunk_bytes = redis.call('STRLEN', shard_key('result', job_id, fence, i))
    if chunk_bytes == 0 then return {'result_lost'} end
    held_bytes = held_bytes + chunk_bytes
  end

  for i = 0, written - 1 do redis.call('PERSIST', shard_key('result', job_id, fence, i)) end
  if chunk ~= '' then redis.call('SET', shard_key('result', job_id, fence, 0), chunk) end
  local now = now_ms()
  local fields = {'endedFence', fence, ...}
  if held_bytes > 0 then
    fields[#fields + 1] = 'heldBytes'
    fields[#fields + 1] = held_bytes
    enter_book(result_book(job.jobClass), job.accountId, job_id, held_bytes, now)
  end
  return {'finished', end_job(job, job_id, state, now, unpack(fields))}
end

local answers = {}
local at = 1
while at <= #ARGV do
  local last = at + ARGV[at]
  local has_run, answer = pcall(finish, unpack(ARGV, at + 1, last))
  if not has_run and type(answer) ~= 'table' then answer = {err = tostring(answer)} end
  answers[#answers + 1] = answer.err and {'error', answer.err} or answer
  at = last + 1
end
return answers
