#!lua
-- One call of a caller with an identity: state of key, account and tier, the window, the gates, the month. Decides in the
-- order of DECISIONS 8; the call counts against the window whatever comes, and against the month only when all is well.
-- The unit of the month stays reserved under the operation id until settle is run, or for RESERVATION_MS at most: a gateway
-- that died gave its caller no answer.
--
-- KEYS[1] account
-- KEYS[2] state of the key
-- KEYS[3] window of the meter
-- KEYS[4] months
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
--         {outcome, now ms, tier, window limit, window count, window ms left, month, month limit (-1 = unlimited), month used,
--         reason of a suspension}
--         outcome: credentials | suspended | window | tier | local | payload | month | pending | capacity | admitted
--         pending: the month is used up, but by calls that are still at work and may give their units back in a moment

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local key = redis.call('HMGET', KEYS[2], 'status', 'expiresAtMs', 'lastUsedAtMs')
local account = redis.call('HMGET', KEYS[1], 'tier', 'status', 'callsPerMonth', 'callsPerWindow', 'overage', 'purgeAtSeconds', 'reason')
local tier = TIERS[account[1]]
if not tier or key[1] ~= 'active' or (key[2] and tonumber(key[2]) <= now) then return {'credentials', now} end

-- reservations that nobody settled
local left_behind = redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now - RESERVATION_MS, 'LIMIT', 0, 20)
for _, reservation in ipairs(left_behind) do
  redis.call('ZREM', KEYS[5], reservation)
  give_back(KEYS[4], string.match(reservation, '^[^:]+'))
end

local function limit_of(negotiated, of_tier)
  if not negotiated then return of_tier end
  return negotiated == 'unlimited' and UNLIMITED or tonumber(negotiated)
end
local month = tier.lifetime and 'life' or month_of(tonumber(time[1]))
local month_limit = limit_of(account[3], tier.month)
local month_used = tonumber(redis.call('HGET', KEYS[4], month) or '0')
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
if now - tonumber(key[3] or '0') > LAST_USED_STEP_MS then redis.call('HSET', KEYS[2], 'lastUsedAtMs', now) end

local outcome = 'admitted'
if account[2] ~= 'active' then outcome = 'suspended'
elseif window_limit ~= UNLIMITED and window_count > window_limit and ARGV[7] ~= '1' then outcome = 'window'
elseif tier.rank < TIERS[ARGV[2]].rank then outcome = 'tier'
elseif ARGV[3] == '1' then outcome = 'local'
elseif tonumber(ARGV[4]) > tier.payload then outcome = 'payload'
elseif ARGV[1] == 'analysis' and not month_left and account[5] ~= '1' then outcome = month_pending and 'pending' or 'month'
elseif ARGV[5] == '1' then outcome = 'capacity'
elseif ARGV[1] == 'analysis' then
  redis.call('ZADD', KEYS[5], now, month .. ':' .. ARGV[6])
  redis.call('HINCRBY', KEYS[4], month, 1)
  if not month_left then redis.call('HINCRBY', KEYS[4], month .. ':overage', 1) end
  month_used = month_used + 1
  if account[6] then
    redis.call('EXPIREAT', KEYS[4], account[6])
    redis.call('EXPIREAT', KEYS[5], account[6])
  end
end
return {outcome, now, account[1], window_limit, window_count, window_ms, month, month_limit, month_used, account[7] or ''}
