#!lua flags=allow-oom
-- Brings an account to what an event of the marketplace says of its subscription. Each event works once; one that is older than
-- the newest that worked is put aside, since events overtake each other.
--
-- KEYS[1] account
-- KEYS[2] billing
-- KEYS[3] audit
-- KEYS[4] events
--
-- ARGV[1] event
-- ARGV[2] its time, ms
-- ARGV[3] provider
-- ARGV[4] subscription
-- ARGV[5] active | unpaid | ended; empty = as it is
-- ARGV[6] tier of its plan; empty = as it is
-- ARGV[7] reason of a suspension, for the owner
-- ARGV[8] actor, for the audit
--
-- Output  applied | duplicate | ignored | gone

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return 'gone' end
if redis.call('ZSCORE', KEYS[4], ARGV[1]) then return 'duplicate' end
redis.call('ZADD', KEYS[4], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -MARKETPLACE_EVENTS_MAX - 1)
local known = redis.call('HMGET', KEYS[2], 'marketplaceAtMs', 'subscriptionState', 'grantedTier', 'provider')
local newest_ms = tonumber(known[1] or '0')
-- one that was taken before such dates were refused
if newest_ms > now_ms() + EVENT_AHEAD_MS then newest_ms = 0 end
if newest_ms > tonumber(ARGV[2]) then return 'ignored' end
redis.call('HSET', KEYS[2], 'marketplaceAtMs', ARGV[2])

local state = ARGV[5]
if state == '' then state = known[4] == ARGV[3] and known[2] or 'active' end
local granted = ARGV[6]
if granted == '' then granted = known[3] or BASE_TIER end
apply_subscription(KEYS[1], KEYS[2], KEYS[3], ARGV[3], ARGV[4], state, granted, ARGV[7], ARGV[8])
return 'applied'
