-- Removes schedules that have expired, so many at most, of one account or, without its name, of the shard. Returns how many.
local function remove_expired_schedules(now, count_max, account_id)
  local ends_key = account_id and shard_key('schedule-ends', account_id) or shard_key('schedule-ends')
  local ids = redis.call('ZRANGEBYSCORE', ends_key, '-inf', now, 'LIMIT', 0, count_max)
  for _, schedule_id in ipairs(ids) do remove_schedule(schedule_id) end
  return #ids
end
