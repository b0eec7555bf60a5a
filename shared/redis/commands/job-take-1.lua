#!lua flags=allow-oom
-- Gives a node the next job of a queue (a class and a lane), or a suspect: lease, fence, state and time of the start in one step. Entries whose job is
-- gone or may not be taken are left out for good.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the stream of the queue, suspects, leases, queue counts; the job is known only
--         once the stream is read
--
-- ARGV[1] queue: <class>:<lane>; or suspects
-- ARGV[2] node
-- ARGV[3] operation id
-- ARGV[4] length of a lease, ms
-- ARGV[5] 1 when the operation may have run before: what it took is given again
-- ARGV[6] most bytes of a frame of one chunk that is given at once
--
-- Output  {fields of the job, its frame or ''}, or nothing

local leases_key = shard_key('leases')
local function given(job_id, job_key)
  local frame_key = shard_key('frame', job_id, 0)
  local is_small = redis.call('HGET', job_key, 'frameChunks') == '1' and redis.call('STRLEN', frame_key) <= tonumber(ARGV[6])
  return {redis.call('HGETALL', job_key), is_small and redis.call('GET', frame_key) or ''}
end
if ARGV[5] == '1' then
  for _, job_id in ipairs(redis.call('ZRANGE', leases_key, 0, -1)) do
    local job_key = shard_key('job', job_id)
    if redis.call('HGET', job_key, 'takeOperation') == ARGV[3] then return given(job_id, job_key) end
  end
end

local function next_suspect()
  return redis.call('LPOP', shard_key('suspects'))
end

local stream_key = shard_key('stream', ARGV[1])
local function next_entry()
  local read = redis.call('XREADGROUP', 'GROUP', STREAM_GROUP, ARGV[2], 'COUNT', 1, 'STREAMS', stream_key, '>')
  if not read then return false end
  local entry = read[1][2][1]
  return entry[2][2], entry[1], entry[2][4]
end

local next_job = ARGV[1] == 'suspects' and next_suspect or next_entry
if next_job == next_entry and redis.call('EXISTS', stream_key) == 0 then return false end
while true do
  local job_id, entry, account_id = next_job()
  if not job_id then return false end
  local job = read_job(job_id)
  if job and may_move('take', job.state, 'processing') then
    local job_key = shard_key('job', job_id)
    local now = now_ms()
    leave_state(job, job_id)
    local fence = redis.call('HINCRBY', job_key, 'attempts', 1)
    redis.call('HSET', job_key, 'state', 'processing', 'startedAtMs', now, 'lease', fence, 'nodeId', ARGV[2], 'takeOperation', ARGV[3])
    redis.call('ZADD', leases_key, now + ARGV[4], job_id)
    redis.call('HINCRBY', KEYS[1], 'processing:' .. job.jobClass, 1)
    return given(job_id, job_key)
  end
  if entry then
    drop_entry(ARGV[1], account_id, entry)
    promote(ARGV[1], account_id)
  end
end
