#!lua
-- The signing secret of an account: the first one, or one that takes the place of the one before, which then signs beside it for a
-- while. The sealed text is the operation id: run again with it, it answers like the first time.
--
-- KEYS[1] account
-- KEYS[2] signing secrets
-- KEYS[3] audit
--
-- ARGV[1] the new secret, sealed
-- ARGV[2] 1 to replace the one there is, 0 to leave it
-- ARGV[3] ms that the one before goes on signing
-- ARGV[4] actor, for the audit
--
-- Output  {made | kept, when the current one was made, ms, until when the one before signs, ms, or empty} | {gone}: there is no such account, or it
--         is being deleted

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return {'gone'} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[2], 'current', 'createdAtMs', 'previousUntilMs')
if known[1] == ARGV[1] then return {'made', tonumber(known[2]), known[3] or ''} end
if known[1] and ARGV[2] == '0' then return {'kept', tonumber(known[2]), known[3] or ''} end
local previous_until = ''
if known[1] then
  previous_until = string.format('%.0f', now + ARGV[3])
  redis.call('HSET', KEYS[2], 'previous', known[1], 'previousUntilMs', previous_until)
end
redis.call('HSET', KEYS[2], 'current', ARGV[1], 'createdAtMs', string.format('%.0f', now))
redis.call('XADD', KEYS[3], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'webhook-secret.change', 'actor', ARGV[4], 'detail', '')
return {'made', now, previous_until}
