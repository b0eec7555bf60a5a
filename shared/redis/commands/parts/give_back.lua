-- Gives a unit back to the month that was charged. Units are alike: the first to go is one past the quota, if there is one.
local function give_back(months, month)
  redis.call('HINCRBY', months, month, -1)
  local overage = month .. ':overage'
  if tonumber(redis.call('HGET', months, overage) or '0') > 0 then redis.call('HINCRBY', months, overage, -1) end
end
