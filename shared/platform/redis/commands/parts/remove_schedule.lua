-- Removes a schedule that is kept, with its frame, and what points to it. Returns whether there was one.
local function remove_schedule(schedule_id)
  local flat = redis.call('HGETALL', shard_key('schedule', schedule_id))
  redis.call('ZREM', shard_key('schedule-ends'), schedule_id)
  if #flat == 0 then return false end
  local schedule = {}
  for i = 1, #flat, 2 do schedule[flat[i]] = flat[i + 1] end
  local account_id = schedule.accountId
  drop_frame(schedule, schedule_id)
  redis.call('ZREM', shard_key('schedules', account_id), schedule_id)
  redis.call('ZREM', shard_key('schedule-ends', account_id), schedule_id)
  local bytes_key = shard_key('schedule-bytes')
  if redis.call('HINCRBY', bytes_key, account_id, -schedule.bytes) <= 0 then redis.call('HDEL', bytes_key, account_id) end
  if schedule.idempotencyKeyHash then
    local idempotency_key = shard_key('idempotency', account_id, schedule.idempotencyKeyHash)
    if redis.call('HGET', idempotency_key, 'jobId') == schedule_id then redis.call('DEL', idempotency_key) end
  end
  redis.call('UNLINK', shard_key('schedule', schedule_id))
  return true
end
