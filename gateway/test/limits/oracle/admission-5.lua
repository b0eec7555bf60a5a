#!lua
-- The rules of admission for one call alone: what admission-n.lua must come to for each call of many (batch.test.ts).
-- order of refusals; the call counts against the window whatever comes, and against the month only when all is well.
-- A unit of the month is reserved under the operation id until settle charges it or lets it go, for RESERVATION_MS at most: a
-- gateway that died gave its caller no answer.
-- Windows and reservations are of the moment: they go to replicas and not to the append-only file, so that a call does not
-- wait for the disk. What is charged does, in settle. A server that starts again knows of no calls at work; they are
-- charged nevertheless when they end.
--
-- KEYS[1] account
-- KEYS[2] state of the key; with a bearer token the user
-- KEYS[3] window of the meter
-- KEYS[4] months: units charged
-- KEYS[5] reservations
--
-- ARGV[1] meter: analysis | control
-- ARGV[2] lowest tier admitted
-- ARGV[3] 1 when refused already for its media type or encoding, else 0
-- ARGV[4] declared length of the body in bytes, -1 = not declared
-- ARGV[5] 1 when the service has no capacity left, else 0
-- ARGV[6] operation id of the reservation
-- ARGV[7] 1 when the call was counted against the window before: it waited, see pending
--
-- Output  {outcome, now ms} when the credentials are not valid, else
--         {outcome, now ms, tier, window limit, window count, window ms left, month, month limit (-1 = unlimited), units used: charged or reserved,
--         reason of a suspension}
--         outcome: credentials | suspended | window | tier | local | payload | month | pending | capacity | admitted
--         pending: the month is used up, but by calls that are still at work and may give their units back in a moment

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local key = redis.call('HMGET', KEYS[2], 'status', 'expiresAtMs', 'lastUsedAtMs')
local account = redis.call('HMGET', KEYS[1], 'tier', 'status', 'callsPerMonth', 'callsPerWindow', 'overage', 'purgeAtSeconds', 'reason')
local tier = TIERS[account[1]]
if not tier or key[1] ~= 'active' or (key[2] and tonumber(key[2]) <= now) then return {'credentials', now} end

redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now - RESERVATION_MS)
if now - tonumber(key[3] or '0') > LAST_USED_STEP_MS then redis.call('HSET', KEYS[2], 'lastUsedAtMs', now) end
redis.set_repl(redis.REPL_REPLICA)

local function limit_of(negotiated, of_tier)
  if not negotiated then return of_tier end
  return negotiated == 'unlimited' and UNLIMITED or tonumber(negotiated)
end
local month, day = month_of(tonumber(time[1]))
local month_start = (math.floor(time[1] / 86400) - day + 1) * 86400000
if tier.lifetime then month, month_start = 'life', '-inf' end
local month_limit = limit_of(account[3], tier.month)
local month_used = tonumber(redis.call('HGET', KEYS[4], month) or '0') + redis.call('ZCOUNT', KEYS[5], month_start, '+inf')
local month_left = month_limit == UNLIMITED or month_used < month_limit
local month_pending = not month_left and redis.call('ZCOUNT', KEYS[5], now - PENDING_MS, '+inf') > month_used - month_limit
if tier.lifetime and not month_left and not month_pending then return {'credentials', now} end

local window_limit = limit_of(account[4], tier.window)
if ARGV[1] == 'control' and window_limit ~= UNLIMITED then window_limit = window_limit * CONTROL_WINDOW_FACTOR end
local window_count = 1
local window_ms = redis.call('PTTL', KEYS[3])
if window_ms < 0 then
  window_ms = WINDOW_MS
  redis.call('SET', KEYS[3], 1, 'PX', WINDOW_MS)
elseif ARGV[7] == '1' then
  window_count = tonumber(redis.call('GET', KEYS[3]))
else
  window_count = redis.call('INCR', KEYS[3])
end

local outcome = 'admitted'
if account[2] ~= 'active' then outcome = 'suspended'
elseif window_limit ~= UNLIMITED and window_count > window_limit and ARGV[7] ~= '1' then outcome = 'window'
elseif tier.rank < TIERS[ARGV[2]].rank then outcome = 'tier'
elseif ARGV[3] == '1' then outcome = 'local'
elseif tonumber(ARGV[4]) > tier.payload then outcome = 'payload'
elseif ARGV[1] == 'analysis' and not month_left and not (account[5] == '1' and tier.overage) then outcome = month_pending and 'pending' or 'month'
elseif ARGV[5] == '1' then outcome = 'capacity'
elseif ARGV[1] == 'analysis' then
  redis.call('ZADD', KEYS[5], now, ARGV[6])
  if account[6] then redis.call('EXPIREAT', KEYS[5], account[6]) end
  month_used = month_used + 1
end
return {outcome, now, account[1], window_limit, window_count, window_ms, month, month_limit, month_used, account[7] or ''}
