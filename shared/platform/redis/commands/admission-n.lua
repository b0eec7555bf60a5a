#!lua
-- Calls of callers with an identity that came at one moment, account by account, each decided as if it had come alone, in the order in
-- which they are given: state of key and account, the window, the gates, the month. Decides in the order of refusals; a call counts
-- against the window whatever comes, and against the month only when all is well.
-- A unit of the month is reserved under the operation id until settle charges it or lets it go, for RESERVATION_MS at most: a
-- gateway that died gave its caller no answer.
-- Windows and reservations are of the moment: they go to replicas and not to the append-only file, so that a call does not
-- wait for the disk. What is charged does, in settle. A server that starts again knows of no calls at work; they are
-- charged nevertheless when they end.
--
-- Of each account in turn:
-- KEYS  account; months: units charged; reservations; window of analyses; window of control calls; then the states of its keys,
--       with a bearer token its user
-- ARGV  one argument, for a client takes its time for each: words with a space between them.
--       number of key states, number of runs; of each run, which is calls that have this in common:
--         which of the key states, from 1
--         meter: analysis | control
--         lowest tier admitted
--         units: of the month, and calls that each counts as in its window
--         1 when refused already for its media type or encoding, else 0
--         1 when the service has no capacity left, else 0
--         1 when the call was counted against the window before: it waited, see pending
--         number of calls; of each call:
--           declared length of the body in bytes, -1 = not declared
--           operation id of the reservation
--
-- Output  one string, for the same reason: values with a NUL between them. Now in ms; of each account: tier or '', month, month limit (-1 = unlimited),
--         reason of a suspension, of analyses: window limit, window ms left, of control calls the same, then of each call: outcome, window count,
--         units of the month used: charged or reserved
--         outcome: credentials | suspended | window | tier | local | payload | month | pending | capacity | admitted
--         credentials: they are not valid, and nothing else was looked at
--         pending: the month is used up, but by calls that are still at work and may give their units back in a moment

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local month_now, day = month_of(tonumber(time[1]))
local month_began = (math.floor(time[1] / 86400) - day + 1) * 86400000

local take = string.gmatch(ARGV[1], '%S+')

local function limit_of(negotiated, of_tier)
  if not negotiated then return of_tier end
  return negotiated == 'unlimited' and UNLIMITED or tonumber(negotiated)
end

local function is_valid(at)
  local key = redis.call('HMGET', KEYS[at], 'status', 'expiresAtMs', 'lastUsedAtMs')
  if key[1] ~= 'active' or (key[2] and tonumber(key[2]) <= now) then return false end
  if now - tonumber(key[3] or '0') > LAST_USED_STEP_MS then redis.call('HSET', KEYS[at], 'lastUsedAtMs', now) end
  return true
end

-- As it is before the first of its calls; at: of its key.
local function open_window(at, limit)
  local left = redis.call('PTTL', KEYS[at])
  if left < 0 then return {limit = limit, left = WINDOW_MS, count = 0, added = 0, is_new = true} end
  return {limit = limit, left = left, count = tonumber(redis.call('GET', KEYS[at])), added = 0}
end

local function count_in(window, units, was_counted)
  if was_counted and window.count > 0 then return end
  window.count = window.count + units
  window.added = window.added + units
end

local function keep_window(at, window)
  if not window or window.added == 0 then return end
  if window.is_new then redis.call('SET', KEYS[at], window.count, 'PX', WINDOW_MS)
  else redis.call('INCRBY', KEYS[at], window.added) end
end

-- at: of the first key of the account. Without `tier` there is no such account.
local function open_account(at, state_count)
  local account = redis.call('HMGET', KEYS[at], 'tier', 'status', 'callsPerMonth', 'callsPerWindow', 'overage', 'purgeAtSeconds', 'reason')
  local tier = TIERS[account[1]]
  local own = {at = at, tier = tier, valid = {}, reserved = {}, admitted = 0}
  if not tier then return own end
  local is_any_valid = false
  for i = 1, state_count do
    own.valid[i] = is_valid(at + 4 + i)
    is_any_valid = is_any_valid or own.valid[i]
  end
  if not is_any_valid then return own end
  redis.call('ZREMRANGEBYSCORE', KEYS[at + 2], '-inf', now - RESERVATION_MS)
  own.tier_name, own.is_active, own.reason, own.purge = account[1], account[2] == 'active', account[7], account[6]
  own.goes_on = account[5] == '1' and tier.overage
  own.month = tier.lifetime and 'life' or month_now
  own.month_limit = limit_of(account[3], tier.month)
  own.month_used = tonumber(redis.call('HGET', KEYS[at + 1], own.month) or '0')
    + redis.call('ZCOUNT', KEYS[at + 2], tier.lifetime and '-inf' or month_began, '+inf')
  own.window_limit = limit_of(account[4], tier.window)
  own.windows = {}
  return own
end

local function window_of(own, meter)
  local window = own.windows[meter]
  if window then return window end
  local limit, at = own.window_limit, own.at + 3
  if meter == 'control' then
    at = own.at + 4
    if limit ~= UNLIMITED then limit = limit * CONTROL_WINDOW_FACTOR end
  end
  window = open_window(at, limit)
  own.windows[meter] = window
  return window
end

local function has_left(own, units)
  return own.month_limit == UNLIMITED or own.month_used + units <= own.month_limit
end

-- Whether the month has too few units left because of calls that are still at work.
local function is_pending(own, units)
  own.held = own.held or redis.call('ZCOUNT', KEYS[own.at + 2], now - PENDING_MS, '+inf')
  return own.held + own.admitted >= own.month_used + units - own.month_limit
end

-- Outcome and window count of a call.
local function decide(own, run, declared, operation)
  if not own.valid[run.state] then return 'credentials', 0 end
  local tier = own.tier
  local has_month_left = has_left(own, run.units)
  local pending = not has_month_left and is_pending(own, run.units)
  if tier.lifetime and not has_left(own, 1) and not pending then return 'credentials', 0 end
  local window = window_of(own, run.meter)
  count_in(window, run.units, run.was_counted)
  local count = window.count
  if not own.is_active then return 'suspended', count end
  if window.limit ~= UNLIMITED and count > window.limit and not run.was_counted then return 'window', count end
  if tier.rank < TIERS[run.needed].rank then return 'tier', count end
  if run.is_refused then return 'local', count end
  if declared > tier.payload then return 'payload', count end
  if run.meter == 'analysis' and not has_month_left and not own.goes_on then return pending and 'pending' or 'month', count end
  if run.is_full then return 'capacity', count end
  if run.meter == 'analysis' then
    for unit = 0, run.units - 1 do
      own.reserved[#own.reserved + 1] = now
      own.reserved[#own.reserved + 1] = unit == 0 and operation or operation .. ':' .. unit
    end
    own.admitted = own.admitted + run.units
    own.month_used = own.month_used + run.units
  end
  return 'admitted', count
end

local function take_run()
  return {
    state = tonumber(take()),
    meter = take(),
    needed = take(),
    units = tonumber(take()),
    is_refused = take() == '1',
    is_full = take() == '1',
    was_counted = take() == '1',
    count = tonumber(take()),
  }
end

local function keep(own)
  keep_window(own.at + 3, own.windows.analysis)
  keep_window(own.at + 4, own.windows.control)
  if own.admitted == 0 then return end
  redis.call('ZADD', KEYS[own.at + 2], unpack(own.reserved))
  if own.purge then redis.call('EXPIREAT', KEYS[own.at + 2], own.purge) end
end

local values = {now}
local at = 1
while at <= #KEYS do
  local state_count, run_count = tonumber(take()), tonumber(take())
  local own = open_account(at, state_count)
  redis.set_repl(redis.REPL_REPLICA)
  local head = #values
  for i, value in ipairs({own.tier_name or '', own.month or '', own.month_limit or 0, own.reason or '', 0, 0, 0, 0}) do
    values[head + i] = value
  end
  for _ = 1, run_count do
    local run = take_run()
    for _ = 1, run.count do
      local declared, operation = tonumber(take()), take()
      local size = #values
      values[size + 1], values[size + 2] = decide(own, run, declared, operation)
      values[size + 3] = own.month_used or 0
    end
  end
  if own.windows then
    keep(own)
    for i, meter in ipairs({'analysis', 'control'}) do
      local window = own.windows[meter]
      if window then values[head + 3 + 2 * i], values[head + 4 + 2 * i] = window.limit, window.left end
    end
  end
  redis.set_repl(redis.REPL_ALL)
  at = at + 5 + state_count
end
return table.concat(values, '\0')
