-- What a subscription of a seller ("provider") makes of an account. Setting the same again changes nothing and leaves no trace in the
-- audit. state: active | past_due (still served) | unpaid (suspended) | ended. granted: tier it pays for. Only what a subscription
-- gave does it take away: a tier that an operator set, and a suspension of his, stay; and of two sellers the one whose subscription
-- lives decides. Returns 1 when something changed, else 0; and the tier.
local function apply_subscription(account_key, billing_key, audit_key, provider, subscription, state, granted, reason, actor)
  local account = redis.call('HMGET', account_key, 'tier', 'status', 'suspendedBy')
  local before = redis.call('HMGET', billing_key, 'provider', 'subscriptionId', 'subscriptionState', 'grantedTier')
  local is_served = state == 'active' or state == 'past_due'
  if before[1] and before[1] ~= provider and before[3] ~= 'ended' and not is_served then return 0, account[1] end

  local tier, status = account[1], account[2]
  local given = before[4]
  if is_served and (given == tier or TIERS[tier].rank < TIERS[granted].rank) then tier, given = granted, granted end
  if state == 'ended' and given == tier then tier = BASE_TIER end
  if state == 'ended' then given = false end
  if state == 'unpaid' and status == 'active' and given == tier then
    status = 'suspended'
    redis.call('HSET', account_key, 'reason', reason, 'suspendedBy', SUSPENDED_BY_BILLING)
  elseif state ~= 'unpaid' and status == 'suspended' and account[3] == SUSPENDED_BY_BILLING then
    status = 'active'
    redis.call('HDEL', account_key, 'reason', 'suspendedBy')
  end

  local changed = tier ~= account[1] or status ~= account[2] or before[1] ~= provider or before[2] ~= subscription or before[3] ~= state
  if not changed then return 0, tier end
  redis.call('HSET', account_key, 'tier', tier, 'status', status)
  redis.call('HSET', billing_key, 'provider', provider, 'subscriptionId', subscription, 'subscriptionState', state)
  -- of the subscription before, or of a payment before
  redis.call('HDEL', billing_key, 'periodEndMs', 'isCancelling')
  if given then redis.call('HSET', billing_key, 'grantedTier', given) else redis.call('HDEL', billing_key, 'grantedTier') end
  redis.call('XADD', audit_key, 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'billing.' .. state, 'actor', actor,
    'detail', provider .. ' ' .. subscription .. ' ' .. tier)
  return 1, tier
end
