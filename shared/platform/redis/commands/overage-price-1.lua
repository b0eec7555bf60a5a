#!lua flags=allow-oom
-- Notes the price of days that were counted without one. A price that is there stays, and nothing is added to an account that is gone.
--
-- KEYS[1] overage: units by day
--
-- ARGV[1] price of a unit, USD
-- ARGV[2, ...] days
--
-- Output  how many days had no price

local count = 0
for i = 2, #ARGV do
  if redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then count = count + redis.call('HSETNX', KEYS[1], ARGV[i] .. ':usd', ARGV[1]) end
end
return count
