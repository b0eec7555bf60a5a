-- Makes a callback due now, under the id that it had, with all its attempts before it; unless it is being made. place: its place in the
-- line, 0 = the first. Returns whether it is due.
local function send_again(account, job_id, callback_url, place, now)
  local delivery_key = shard_key('delivery', job_id)
  local delivery = redis.call('HMGET', delivery_key, 'leasedUntilMs', 'deadLetter')
  if delivery[1] and tonumber(delivery[1]) > now then return false end
  if delivery[2] then redis.call('XDEL', shard_key('dead-letters'), delivery[2]) end
  redis.call('HDEL', delivery_key, 'deadLetter', 'leasedUntilMs')
  redis.call('HSET', delivery_key, 'state', 'pending', 'attempt', 0, 'nextAttemptAtMs', now)
  enter_line(account, origin_of(callback_url), job_id, place, now)
  return true
end
