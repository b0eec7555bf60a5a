-- What came of a call with an Idempotency-Key: the fingerprint of its body and what is kept of its answer; nil when it is not known (any more).
local function known_call(calls_key, name, now)
  local kept = redis.call('HGET', calls_key, name) or ''
  local fingerprint, answer, until_ms = string.match(kept, '^(%S+) (%S+) (%d+)$')
  if fingerprint and tonumber(until_ms) > now then return fingerprint, answer end
  return nil
end
