#!lua
-- Makes a key of an account valid. The key id is made by the caller and is the operation id: run again, it answers like the
-- first time. The caller has written the credential before, so that a key that was shown always works.
--
-- KEYS[1] account
-- KEYS[2] state of the key
-- KEYS[3] key ids
-- KEYS[4] live keys, by their end
-- KEYS[5] audit
--
-- ARGV[1] key id
-- ARGV[2] prefix
-- ARGV[3] label, may be empty
-- ARGV[4] time of its end, ms; empty = none
-- ARGV[5] ms to live, instead of ARGV[4]; empty = none
-- ARGV[6] most live keys of an account
-- ARGV[7] actor, for the audit
--
-- Output  {created | account_unknown | key_limit, time of creation ms, time of its end ms or ''}

local known = redis.call('HMGET', KEYS[2], 'createdAtMs', 'expiresAtMs')
if known[1] then return {'created', tonumber(known[1]), known[2] or ''} end
local account = redis.call('HMGET', KEYS[1], 'tier', 'purgeAtSeconds')
if not account[1] then return {'account_unknown'} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[6]) then return {'key_limit'} end

local expires = ARGV[4]
if ARGV[5] ~= '' then expires = string.format('%.0f', now + ARGV[5]) end
redis.call('HSET', KEYS[2], 'status', 'active', 'prefix', ARGV[2], 'label', ARGV[3], 'createdAtMs', now)
if expires ~= '' then redis.call('HSET', KEYS[2], 'expiresAtMs', expires) end
redis.call('ZADD', KEYS[3], now, ARGV[1])
redis.call('ZADD', KEYS[4], expires == '' and '+inf' or expires, ARGV[1])
redis.call('XADD', KEYS[5], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'key.create', 'actor', ARGV[7], 'detail', ARGV[1])
if account[2] then
  for i = 2, 5 do redis.call('EXPIREAT', KEYS[i], account[2]) end
end
return {'created', now, expires}
