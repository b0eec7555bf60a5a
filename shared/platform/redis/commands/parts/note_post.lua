-- What a POST tells of its endpoint. One that answers has ENDPOINT_POSTS_MAX places in its line, one that hangs, or that nobody knows yet, has one; from its second hanging
-- POST on it rests after each, longer and longer. One that failed for as long as pause_ms, and not only now and then, is paused: its
-- callbacks are kept, and one is made each PROBE_MS. Any success ends all that. Returns settled, paused (from now on) or resumed.
local function note_post(account, origin, failure, is_slow, pause_ms, now)
  local endpoint_key, endpoints_key = shard_key('endpoint', account, origin), shard_key('endpoints', account)
  local name = account .. ' ' .. origin
  redis.call('ZADD', endpoints_key, now, origin)
  redis.call('ZREMRANGEBYSCORE', endpoints_key, '-inf', now - ENDPOINT_REMEMBERED_MS)
  if redis.call('ZCARD', endpoints_key) > ENDPOINTS_REMEMBERED_MAX then
    local oldest = redis.call('ZPOPMIN', endpoints_key)[1]
    redis.call('UNLINK', shard_key('endpoint', account, oldest))
    redis.call('ZREM', shard_key('paused'), account .. ' ' .. oldest)
  end
  local was_paused = redis.call('HEXISTS', endpoint_key, 'pausedAtMs') == 1
  local change = 'settled'
  if is_slow then redis.call('HDEL', endpoint_key, 'isAnswering') else redis.call('HSET', endpoint_key, 'isAnswering', 1) end
  if failure == '' then
    redis.call('HSET', endpoint_key, 'lastSuccessMs', now)
    redis.call('HDEL', endpoint_key, 'failures', 'failingSinceMs', 'hangs', 'restsUntilMs', 'pausedAtMs', 'lastFailure')
    redis.call('ZREM', shard_key('paused'), name)
    if was_paused then change = 'resumed' end
  else
    local failures = redis.call('HINCRBY', endpoint_key, 'failures', 1)
    redis.call('HSETNX', endpoint_key, 'failingSinceMs', now)
    redis.call('HSET', endpoint_key, 'lastFailure', failure)
    local hangs = 0
    if is_slow then hangs = redis.call('HINCRBY', endpoint_key, 'hangs', 1) else redis.call('HDEL', endpoint_key, 'hangs') end
    local rest_ms = hangs < 2 and 0 or math.min(REST_MS_LEAST * 2 ^ math.min(hangs - 2, 20), REST_MS_MAX)
    local failing_since = tonumber(redis.call('HGET', endpoint_key, 'failingSinceMs'))
    if not was_paused and failures >= PAUSE_FAILURES_LEAST and failing_since + pause_ms <= now then
      redis.call('HSET', endpoint_key, 'pausedAtMs', now)
      redis.call('ZADD', shard_key('paused'), now, name)
      change = 'paused'
    end
    if was_paused or change == 'paused' then
      rest_ms = PROBE_MS
      redis.call('HDEL', endpoint_key, 'isAnswering')
    end
    if rest_ms > 0 then
      redis.call('HSET', endpoint_key, 'restsUntilMs', now + rest_ms)
      local first = redis.call('ZRANGE', shard_key('line', account, origin), 0, 0)[1]
      if first then redis.call('ZADD', shard_key('due'), 'XX', now + rest_ms, first) end
    end
  end
  redis.call('PEXPIRE', endpoint_key, ENDPOINT_REMEMBERED_MS)
  redis.call('PEXPIRE', endpoints_key, ENDPOINT_REMEMBERED_MS)
  return change, was_paused
end
