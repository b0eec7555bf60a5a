#!lua
-- Makes a key of an account valid. The key id is made by the caller and is the operation id: run again, it answers like the
-- first time. The caller has written the credential before, so that a key that was shown always works. A caller that names its call (an
-- Idempotency-Key) gets no second key for the same one.
--
-- KEYS[1] account
-- KEYS[2] state of the key
-- KEYS[3] key ids
-- KEYS[4] live keys, by their end
-- KEYS[5] audit
-- KEYS[6] what came of named calls
--
-- ARGV[1] key id
-- ARGV[2] prefix
-- ARGV[3] label, may be empty
-- ARGV[4] time of its end, ms; empty = none
-- ARGV[5] ms to live, instead of ARGV[4]; empty = none
-- ARGV[6] most live keys of an account
-- ARGV[7] actor, for the audit
-- ARGV[8] SHA-256 of the key, so that its credential is found when the account is deleted
-- ARGV[9] name of the call, hashed; empty = it has none
-- ARGV[10] its fingerprint
-- ARGV[11] ms that its name is kept
-- ARGV[12] ms that the record of the key is kept after its end
-- ARGV[13] most keys that an account makes in ARGV[14] ms
-- ARGV[14] see ARGV[13]; at least ARGV[11], so that there are never more names than that, and none is dropped before its end
--
-- Output  {created | account_unknown | key_limit | key_reused, time of creation ms, time of its end ms or ''} | {replayed, key id of the
--         first call} | {key_rate, ms until another key may be made}

local known = redis.call('HMGET', KEYS[2], 'createdAtMs', 'expiresAtMs')
if known[1] then return {'created', tonumber(known[1]), known[2] or ''} end
local account = redis.call('HMGET', KEYS[1], 'tier', 'purgeAtSeconds', 'status')
if not account[1] or account[3] == 'deleting' then return {'account_unknown'} end

local now = now_ms()
if ARGV[9] ~= '' then
  local fingerprint, key_id = known_call(KEYS[6], ARGV[9], now)
  if fingerprint and fingerprint ~= ARGV[10] then return {'key_reused'} end
  if fingerprint then return {'replayed', key_id} end
end
local made = redis.call('ZCOUNT', KEYS[3], '(' .. string.format('%.0f', now - ARGV[14]), '+inf')
if made >= tonumber(ARGV[13]) then
  local oldest = redis.call('ZREVRANGE', KEYS[3], ARGV[13] - 1, ARGV[13] - 1, 'WITHSCORES')
  return {'key_rate', oldest[2] + ARGV[14] - now}
end
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[6]) then return {'key_limit'} end

local expires = ARGV[4]
if ARGV[5] ~= '' then expires = string.format('%.0f', now + ARGV[5]) end
redis.call('HSET', KEYS[2], 'status', 'active', 'prefix', ARGV[2], 'label', ARGV[3], 'createdAtMs', now,
  'sha256', ARGV[8])
if expires ~= '' then
  redis.call('HSET', KEYS[2], 'expiresAtMs', expires)
  redis.call('PEXPIREAT', KEYS[2], string.format('%.0f', expires + ARGV[12]))
end
redis.call('ZADD', KEYS[3], now, ARGV[1])
redis.call('ZADD', KEYS[4], expires == '' and '+inf' or expires, ARGV[1])
redis.call('XADD', KEYS[5], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'key.create', 'actor', ARGV[7], 'detail', ARGV[1])
if ARGV[9] ~= '' then note_call(KEYS[6], ARGV[9], ARGV[10], ARGV[1], now, ARGV[11]) end
if account[2] then
  for i = 2, 5 do redis.call('EXPIREAT', KEYS[i], account[2]) end
end
return {'created', now, expires}
