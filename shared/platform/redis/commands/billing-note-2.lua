#!lua flags=allow-oom
-- Notes a fact in the billing of an account, unless that is gone or going.
--
-- KEYS[1] account
-- KEYS[2] billing
--
-- ARGV[1] field
-- ARGV[2] value
--
-- Output  1 noted, 0 there is no such account, or it is being deleted

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
