#!lua flags=allow-oom
-- Sets an account to the state of its subscription at the payment service. A second run, or an older state than the applied one,
-- changes nothing.
--
-- KEYS[1] account
-- KEYS[2] billing
-- KEYS[3] audit
--
-- ARGV[1] number of billing-ticket, taken before the question
-- ARGV[2] provider
-- ARGV[3] subscription
-- ARGV[4] active | past_due | unpaid | ended
-- ARGV[5] tier that it pays for
-- ARGV[6] reason of a suspension, for the owner
-- ARGV[7] actor, for the audit
-- ARGV[8] end of the paid period, ms; empty = unknown
-- ARGV[9] 1 when the subscription ends then, else 0
--
-- Output  {applied | stale | gone, 1 when something changed else 0, tier}

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return {'gone', 0, ''} end
if tonumber(redis.call('HGET', KEYS[2], 'applied') or '0') >= tonumber(ARGV[1]) then
  return {'stale', 0, redis.call('HGET', KEYS[1], 'tier')}
end
redis.call('HSET', KEYS[2], 'applied', ARGV[1])
local changed, tier = apply_subscription(KEYS[1], KEYS[2], KEYS[3], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7])
-- of two sellers the other one may decide
if redis.call('HGET', KEYS[2], 'subscriptionId') == ARGV[3] then
  redis.call('HSET', KEYS[2], 'periodEndMs', ARGV[8], 'isCancelling', ARGV[9])
end
return {'applied', changed, tier}
