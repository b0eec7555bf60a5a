#!lua
-- A number for a caller that is about to read the state of an account from the payment service. A higher number means a later read,
-- so its result is at least as new: billing-apply refuses results with a lower number.
--
-- KEYS[1] account
-- KEYS[2] billing
--
-- ARGV none
--
-- Output  the number, -1 = there is no such account, or it is being deleted

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return -1 end
return redis.call('HINCRBY', KEYS[2], 'ticket', 1)
