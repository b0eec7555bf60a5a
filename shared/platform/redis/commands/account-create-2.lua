#!lua
-- Makes an account. The account id is made by the caller and is the operation id: run again, it answers like the first time.
--
-- KEYS[1] account
-- KEYS[2] audit
--
-- ARGV[1] tier
-- ARGV[2] label, may be empty
-- ARGV[3] calls per month: a number, "unlimited", or empty for what the tier gives
-- ARGV[4] calls per window: the same
-- ARGV[5] 1 when calls past the month's quota go on and are billed, else 0
-- ARGV[6] seconds to live, for playground accounts; empty = for good
-- ARGV[7] actor, for the audit
--
-- Output  time of creation, ms

local created = redis.call('HGET', KEYS[1], 'createdAtMs')
if created then return tonumber(created) end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'tier', ARGV[1], 'status', 'active', 'label', ARGV[2], 'createdAtMs', now)
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'callsPerMonth', ARGV[3]) end
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'callsPerWindow', ARGV[4]) end
if ARGV[5] == '1' then redis.call('HSET', KEYS[1], 'overage', 1) end
redis.call('XADD', KEYS[2], '*', 'action', 'account.create', 'actor', ARGV[7], 'detail', ARGV[1])
if ARGV[6] ~= '' then
  local purge_at = time[1] + ARGV[6]
  redis.call('HSET', KEYS[1], 'purgeAtSeconds', purge_at)
  redis.call('EXPIREAT', KEYS[1], purge_at)
  redis.call('EXPIREAT', KEYS[2], purge_at)
end
return now
