-- The line of an endpoint of an account: its callbacks that are due and wait for a place. It is offered to deliverers while one waits, the
-- endpoint has a place free and does not rest; the account is offered while it has such a line and a place free. Whoever changes one
-- of these calls this. A lease that ended holds no place.
local function offer_line(account, origin, now)
  local lines_key, posts_key = shard_key('lines', account), shard_key('posts', account)
  local endpoint_posts_key = shard_key('posts', account, origin)
  redis.call('ZREMRANGEBYSCORE', posts_key, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', endpoint_posts_key, '-inf', now)
  local endpoint = redis.call('HMGET', shard_key('endpoint', account, origin), 'isAnswering', 'restsUntilMs')
  local place_count = endpoint[1] and ENDPOINT_POSTS_MAX or 1
  local is_offered = (tonumber(endpoint[2]) or 0) <= now
    and redis.call('EXISTS', shard_key('line', account, origin)) == 1
    and redis.call('ZCARD', endpoint_posts_key) < place_count
  -- whoever comes new is served after those of this round
  local turn = redis.call('HGET', KEYS[1], 'turns') or 0
  if is_offered then redis.call('ZADD', lines_key, 'NX', turn, origin) else redis.call('ZREM', lines_key, origin) end
  if redis.call('EXISTS', lines_key) == 1 and redis.call('ZCARD', posts_key) < ACCOUNT_POSTS_MAX then
    redis.call('ZADD', shard_key('lines'), 'NX', turn, account)
  else
    redis.call('ZREM', shard_key('lines'), account)
  end
end
