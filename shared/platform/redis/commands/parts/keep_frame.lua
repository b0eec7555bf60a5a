-- Keeps the frame of a job that failed, so that an operator can queue it again, for as long as its record. In Redis it counts among the results of its
-- account, and goes like them when jobs need the room.
local function keep_frame(job, job_id, now)
  local job_key = shard_key('job', job_id)
  if job.frameObject then
    redis.call('HSET', job_key, 'hasFrame', 1)
    return
  end
  local bytes = 0
  for i = 0, job.frameChunks - 1 do
    local frame_key = shard_key('frame', job_id, i)
    bytes = bytes + redis.call('STRLEN', frame_key)
    -- longer than any record: a node of an earlier version removes the record alone
    redis.call('PEXPIRE', frame_key, job.retentionMs + FRAME_OUTLIVES_MS)
  end
  -- it may be what was lost
  if bytes == 0 then return end
  redis.call('HSET', job_key, 'hasFrame', 1)
  hold_result(job, job_id, bytes, now)
end
