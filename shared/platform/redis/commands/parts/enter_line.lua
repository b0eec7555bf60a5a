-- A callback that is due goes into its line. It stays in what is due, to be looked at again: lines are made anew from there when they are
-- lost, and a deliverer of an earlier version knows nothing of them. The first one of an endpoint that rests is its alarm clock.
local function enter_line(account, origin, job_id, place, now)
  local line_key = shard_key('line', account, origin)
  redis.call('ZADD', line_key, 'NX', place, job_id)
  local look_ms = now + LINE_LOOK_MS
  local rests_until = tonumber(redis.call('HGET', shard_key('endpoint', account, origin), 'restsUntilMs') or 0)
  if rests_until > now and redis.call('ZRANK', line_key, job_id) == 0 then look_ms = math.min(look_ms, rests_until) end
  redis.call('ZADD', shard_key('due'), look_ms, job_id)
  offer_line(account, origin, now)
end
