#!lua flags=allow-oom
-- Sets and removes fields of an account: status, tier, negotiated limits. The next admission of any of its keys sees it.
--
-- KEYS[1] account
-- KEYS[2] audit
--
-- ARGV[1] action, for the audit
-- ARGV[2] actor
-- ARGV[3] detail
-- ARGV[4, 6, ...] field
-- ARGV[5, 7, ...] its value; empty removes the field
--
-- Output  1 changed, 0 there is no such account, or it is being deleted

local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'deleting' then return 0 end
for i = 4, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i]) else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', ARGV[1], 'actor', ARGV[2], 'detail', ARGV[3])
return 1
