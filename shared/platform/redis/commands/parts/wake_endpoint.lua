-- An endpoint rests no more: the first callback of its line is made at once.
local function wake_endpoint(account, origin, now)
  redis.call('HDEL', shard_key('endpoint', account, origin), 'restsUntilMs')
  offer_line(account, origin, now)
end
