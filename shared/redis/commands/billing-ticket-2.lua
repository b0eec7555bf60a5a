#!lua
-- A number for somebody who is about to ask the payment service for the state of an account. Whoever has a higher number asked
-- later, so what he found is at least as new: billing-apply refuses what was found under a lower one.
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
