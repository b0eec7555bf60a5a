-- Keeps what came of a call with an Idempotency-Key; answer: without spaces. Past NAMED_CALLS_MAX those that are over go, else the oldest.
local function note_call(calls_key, name, fingerprint, answer, now, kept_ms)
  local flat = redis.call('HLEN', calls_key) >= NAMED_CALLS_MAX and redis.call('HGETALL', calls_key) or {}
  local oldest, oldest_ms
  for i = 1, #flat, 2 do
    local until_ms = tonumber(string.match(flat[i + 1], '%d+$'))
    if until_ms <= now then redis.call('HDEL', calls_key, flat[i])
    elseif not oldest or until_ms < oldest_ms then oldest, oldest_ms = flat[i], until_ms end
  end
  if oldest and redis.call('HLEN', calls_key) >= NAMED_CALLS_MAX then redis.call('HDEL', calls_key, oldest) end
  redis.call('HSET', calls_key, name, string.format('%s %s %.0f', fingerprint, answer, now + kept_ms))
  redis.call('PEXPIRE', calls_key, kept_ms)
end
