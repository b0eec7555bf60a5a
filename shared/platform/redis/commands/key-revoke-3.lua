#!lua flags=allow-oom
-- Revokes a key for good; its record is kept for a time. The next admission with it, on whatever gateway, is refused, and one without a
-- record is, too.
--
-- KEYS[1] state of the key
-- KEYS[2] live keys
-- KEYS[3] audit
--
-- ARGV[1] key id
-- ARGV[2] actor, for the audit
-- ARGV[3] ms that the record is kept
--
-- Output  1 revoked now, 0 revoked before, -1 there is no such key

local status = redis.call('HGET', KEYS[1], 'status')
if not status then return -1 end
if status == 'revoked' then return 0 end

local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'status', 'revoked', 'revokedAtMs', time[1] * 1000 + math.floor(time[2] / 1000))
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 or ttl > tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'key.revoke', 'actor', ARGV[2], 'detail', ARGV[1])
return 1
