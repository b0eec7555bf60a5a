#!lua
-- Claims an e-mail address for an account: of many that want it at once one gets it. Run again for the same account, it answers like the
-- first time.
--
-- KEYS[1] the address
--
-- ARGV[1] account
-- ARGV[2] the failed claim that may be replaced, as an earlier reply returned it; empty = none
--
-- Output  {empty: the account has it; else "<account> <time of its claim, ms>" of the one that has; the time now, ms}

local now = now_ms()
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[2] then return {string.match(held, '^%S+') == ARGV[1] and '' or held, now} end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. string.format('%.0f', now))
return {'', now}
