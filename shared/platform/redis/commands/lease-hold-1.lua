#!lua
-- Takes a lease that nobody has, or prolongs one's own.
--
-- KEYS[1] lease
--
-- ARGV[1] who wants it
-- ARGV[2] its length, ms
--
-- Output  1 when the lease is his, 0 when it is another's

local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
