#!lua flags=allow-oom
-- Gives a node the next jobs of a queue (a class and a lane), or a suspect: lease, fence, state and time of the start in one step. Entries whose job is
-- gone or may not be taken are left out for good.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the stream of the queue, suspects, leases, queue counts; the jobs are known only
--         once the stream is read
--
-- ARGV[1] queue: <class>:<lane>; or suspects
-- ARGV[2] node
-- ARGV[3] operation id
-- ARGV[4] length of a lease, ms
-- ARGV[5] 1 when the operation may have run before: what it took is given again
-- ARGV[6] most bytes of a frame of one chunk that is given at once
-- ARGV[7] most jobs; of suspects 1
-- ARGV[8, ...] of suspects: queues of which one may be taken, the most urgent first
--
-- Output  for each job {its fields as JSON, its frame or ''}; fewer than ARGV[7]: no more wait

local leases_key = shard_key('leases')
local given = {}
local function give(job, job_id)
  local is_small = job.frameChunks == '1' and tonumber(job.frameBytes) <= tonumber(ARGV[6])
  given[#given + 1] = {cjson.encode(job), is_small and redis.call('GET', shard_key('frame', job_id, 0)) or ''}
end
if ARGV[5] == '1' then
  local taken = {}
  for _, job_id in ipairs(redis.call('ZRANGE', leases_key, 0, -1)) do
    if redis.call('HGET', shard_key('job', job_id), 'takeOperation') == ARGV[3] then taken[#taken + 1] = read_job(job_id) end
  end
  table.sort(taken, function(one, other) return tonumber(one.sequence) < tonumber(other.sequence) end)
  for _, job in ipairs(taken) do give(job, job.jobId) end
  if #given > 0 then return given end
end

local now = now_ms()
-- whether the job was one that can be taken
local function take(job_id)
  local job = read_job(job_id)
  if not job or not may_move('take', job.state, 'processing') then return false end
  leave_state(job, job_id)
  job.attempts = job.attempts + 1
  job.lease = job.attempts
  job.state, job.startedAtMs, job.nodeId, job.takeOperation = 'processing', now, ARGV[2], ARGV[3]
  redis.call('HSET', shard_key('job', job_id), 'state', job.state, 'startedAtMs', now, 'lease', job.lease, 'attempts', job.attempts,
    'nodeId', ARGV[2], 'takeOperation', ARGV[3])
  redis.call('ZADD', leases_key, now + ARGV[4], job_id)
  redis.call('HINCRBY', KEYS[1], 'processing:' .. job.jobClass, 1)
  if job.entry then
    -- its place is free for the next of its account
    redis.call('HSET', shard_key('job', job_id), 'isCounted', 1)
    redis.call('HINCRBY', shard_key('running'), job.queue .. ':' .. job.accountId, 1)
    promote(job.queue, job.accountId)
  end
  give(job, job_id)
  return true
end

if ARGV[1] == 'suspects' then
  local suspects_key = shard_key('suspects')
  local waiting = redis.call('LRANGE', suspects_key, 0, SUSPECTS_LOOKED_AT - 1)
  if #waiting == 0 then return given end
  -- counted by their leases, so that one whose node is lost counts no longer than its lease lasts
  local running = {}
  for _, job_id in ipairs(redis.call('ZRANGE', leases_key, 0, -1)) do
    local held = redis.call('HMGET', shard_key('job', job_id), 'isSuspect', 'jobClass')
    if held[1] then running[held[2]] = (running[held[2]] or 0) + 1 end
  end
  local rank = {}
  for i = 8, #ARGV do rank[ARGV[i]] = i end
  local best, best_rank
  for _, job_id in ipairs(waiting) do
    local queue, job_class = unpack(redis.call('HMGET', shard_key('job', job_id), 'queue', 'jobClass'))
    if not queue then redis.call('LREM', suspects_key, 1, job_id) end
    local its_rank = queue and rank[queue]
    if its_rank and (running[job_class] or 0) < SUSPECTS_OF_CLASS_MAX and its_rank < (best_rank or math.huge) then
      best, best_rank = job_id, its_rank
    end
  end
  if best then
    redis.call('LREM', suspects_key, 1, best)
    take(best)
  end
  return given
end

local stream_key = shard_key('stream', ARGV[1])
if redis.call('EXISTS', stream_key) == 0 then return given end
while true do
  local wanted = ARGV[7] - #given
  local read = redis.call('XREADGROUP', 'GROUP', STREAM_GROUP, ARGV[2], 'COUNT', wanted, 'STREAMS', stream_key, '>')
  local entries = read and read[1][2] or {}
  local left_out = 0
  for _, entry in ipairs(entries) do
    local job_id, account_id = entry[2][2], entry[2][4]
    if not take(job_id) then
      left_out = left_out + 1
      drop_entry(ARGV[1], account_id, entry[1])
      promote(ARGV[1], account_id)
    end
  end
  if #entries < wanted and left_out == 0 then
    -- nodes that asked in vain want to hear of the next job
    redis.call('HDEL', KEYS[1], 'told:' .. ARGV[1])
    return given
  end
  if #given == tonumber(ARGV[7]) then return given end
end
