#!lua flags=allow-oom
-- Gives a node the next jobs of a class and lane, or a suspect: lease, fence, state and time of the start in one step. Entries whose job is
-- gone or may not be taken are left out for good.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the streams of the queues, suspects, leases, queue counts; the jobs are known only
--         once the stream is read
--
-- ARGV[1] queues | quick | suspects; quick: of the queues only jobs that were never taken and are as ARGV[7 to 9] say, past others that wait before them
-- ARGV[2] node
-- ARGV[3] operation id
-- ARGV[4] length of a lease, ms
-- ARGV[5] 1 when the operation may have run before: what it took is given again
-- ARGV[6] most jobs; of suspects 1, or 0 = only which one could be taken
-- ARGV[7, ...] queues: those of a class and lane in each version of frames that the node knows; of suspects all those of which one may be
--         taken, the most urgent first; one that lost its worker alone comes after all others. quick: most bytes of a frame, most tasks and links
--         together, rows with a space around each; then the queues
--
-- Output  {jobs that wait in the streams yet, but for the backlogs of their accounts; for each job taken its fields as JSON}; fewer than
--         ARGV[6]: no more wait, but for quick. Frames are read by a command of their own: through a script that takes four times as long. For ARGV[6] = 0: {0 when no suspect could be taken, 1 when one that was lost with its node,
--         2 when one that lost its worker alone}

local held_key = shard_key('held')
local given = {}
local function give(job)
  given[#given + 1] = cjson.encode(job)
end
if ARGV[5] == '1' then
  local taken = {}
  for _, job_id in ipairs(redis.call('ZRANGE', held_key, 0, -1)) do
    if redis.call('HGET', shard_key('job', job_id), 'takeOperation') == ARGV[3] then taken[#taken + 1] = read_job(job_id) end
  end
  table.sort(taken, function(one, other) return tonumber(one.sequence) < tonumber(other.sequence) end)
  for _, job in ipairs(taken) do give(job) end
  if #given > 0 then return {0, unpack(given)} end
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
  local changes = {'state', job.state, 'startedAtMs', now, 'lease', job.lease, 'attempts', job.attempts, 'nodeId', ARGV[2],
    'takeOperation', ARGV[3]}
  if job.entry then
    changes[#changes + 1] = 'isCounted'
    changes[#changes + 1] = '1'
  end
  redis.call('HSET', shard_key('job', job_id), unpack(changes))
  redis.call('ZADD', held_key, now + ARGV[4], job_id)
  redis.call('HINCRBY', KEYS[1], 'processing:' .. job.jobClass, '1')
  if job.entry then
    -- its place is free for the next of its account
    local running = redis.call('HINCRBY', shard_key('running'), job.queue .. ':' .. job.accountId, '1')
    promote(job.queue, job.accountId, running)
  end
  give(job)
  return true
end

if ARGV[1] == 'suspects' then
  local waiting = {}
  for _, list_key in ipairs(suspect_keys()) do
    for _, job_id in ipairs(redis.call('LRANGE', list_key, 0, SUSPECTS_LOOKED_AT - 1)) do
      waiting[#waiting + 1] = {job_id = job_id, list_key = list_key}
    end
  end
  if #waiting == 0 then return {0} end
  -- counted by their leases, so that one whose node is lost counts no longer than its lease lasts
  local running = {}
  for _, leases_key in ipairs(lease_keys()) do
    for _, job_id in ipairs(redis.call('ZRANGE', leases_key, 0, -1)) do
      local held = redis.call('HMGET', shard_key('job', job_id), 'isSuspect', 'jobClass')
      if held[1] then running[held[2]] = (running[held[2]] or 0) + 1 end
    end
  end
  local rank = {}
  for i = 7, #ARGV do rank[ARGV[i]] = i end
  local best, best_rank, best_loss
  for _, one in ipairs(waiting) do
    local state, queue, job_class, lost_worker = unpack(
      redis.call('HMGET', shard_key('job', one.job_id), 'state', 'queue', 'jobClass', 'lostWorker'))
    if state ~= 'queued' then
      -- it ended in a way that knew nothing of this list
      redis.call('LREM', one.list_key, 1, one.job_id)
    else
      local its_rank = rank[queue]
      if its_rank and lost_worker then its_rank = its_rank + #ARGV end
      if its_rank and (running[job_class] or 0) < SUSPECTS_OF_CLASS_MAX and its_rank < (best_rank or math.huge) then
        best, best_rank, best_loss = one, its_rank, lost_worker and 2 or 1
      end
    end
  end
  if ARGV[6] == '0' then
    return {best_loss or 0}
  end
  if best then
    redis.call('LREM', best.list_key, 1, best.job_id)
    take(best.job_id)
  end
  return {0, unpack(given)}
end

local most = tonumber(ARGV[6])
local first_queue = ARGV[1] == 'quick' and 10 or 7
local found = {}
local function has_stream(stream_key)
  if found[stream_key] == nil then found[stream_key] = redis.call('EXISTS', stream_key) == 1 end
  return found[stream_key]
end
local function take_from(queue)
  local stream_key = shard_key('stream', queue)
  if not has_stream(stream_key) then return end
  while true do
    local wanted = most - #given
    local read = redis.call('XREADGROUP', 'GROUP', STREAM_GROUP, ARGV[2], 'COUNT', wanted, 'STREAMS', stream_key, '>')
    local entries = read and read[1][2] or {}
    local left_out = 0
    for _, entry in ipairs(entries) do
      local job_id, account_id = entry[2][2], entry[2][4]
      if not take(job_id) then
        left_out = left_out + 1
        drop_entry(queue, account_id, entry[1])
        promote(queue, account_id)
      end
    end
    if #entries < wanted and left_out == 0 then
      -- nodes that found nothing must be notified of the next job
      redis.call('HDEL', KEYS[1], 'told:' .. queue)
      return
    end
    if #given == most then return end
  end
end
local function is_quick(job_id)
  local state, attempts, is_suspect, object, bytes, tasks, links, row = unpack(redis.call('HMGET', shard_key('job', job_id),
    'state', 'attempts', 'isSuspect', 'frameObject', 'frameBytes', 'taskCount', 'linkCount', 'rowId'))
  return state == 'queued' and attempts == '0' and not is_suspect and not object and tonumber(bytes) <= tonumber(ARGV[7])
    and tasks + links <= tonumber(ARGV[8]) and string.find(ARGV[9], ' ' .. row .. ' ', 1, true) ~= nil
end
local function take_quick_from(queue)
  local stream_key = shard_key('stream', queue)
  if not has_stream(stream_key) then return end
  local waiting = redis.call('XRANGE', stream_key, '(' .. last_given(stream_key), '+', 'COUNT', QUICK_LOOKED_AT)
  if #waiting == 0 then redis.call('HDEL', KEYS[1], 'told:' .. queue) end
  for _, entry in ipairs(waiting) do
    local job_id, account_id = entry[2][2], entry[2][4]
    if is_quick(job_id) then
      -- as it leaves its stream before its turn, it has no entry while it is worked on, like a suspect
      drop_entry(queue, account_id, entry[1])
      redis.call('HDEL', shard_key('job', job_id), 'entry')
      take(job_id)
      promote(queue, account_id)
      if #given == most then return end
    end
  end
end
for i = first_queue, #ARGV do
  if ARGV[1] == 'quick' then take_quick_from(ARGV[i]) else take_from(ARGV[i]) end
  if #given == most then break end
end
-- what is being worked on stays in its stream as pending
local waiting_count = 0
for i = first_queue, #ARGV do
  local stream_key = shard_key('stream', ARGV[i])
  if has_stream(stream_key) then
    waiting_count = waiting_count + redis.call('XLEN', stream_key) - redis.call('XPENDING', stream_key, STREAM_GROUP)[1]
  end
end
return {waiting_count, unpack(given)}
