#!lua
-- Makes the account of a user who signs up, with the record of the user. Run again under the same operation id, it answers like
-- the first time; an account that exists is left as it is.
--
-- KEYS[1] account
-- KEYS[2] user
-- KEYS[3] audit
--
-- ARGV[1] operation id
-- ARGV[2] tier
-- ARGV[3] subject: hash of who the identity provider says it is
-- ARGV[4] e-mail address
-- ARGV[5] name to show, may be empty
-- ARGV[6] company, may be empty
-- ARGV[7] actor, for the audit
--
-- Output  1 made by this operation, 0 it was there

local operation = redis.call('HGET', KEYS[2], 'operationId')
if operation then return operation == ARGV[1] and 1 or 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end

local now = now_ms()
redis.call('HSET', KEYS[1], 'tier', ARGV[2], 'status', 'active', 'label', '', 'createdAtMs', now)
redis.call('HSET', KEYS[2], 'status', 'active', 'operationId', ARGV[1], 'subject', ARGV[3], 'email', ARGV[4],
  'displayName', ARGV[5], 'company', ARGV[6], 'createdAtMs', now)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'account.signup', 'actor', ARGV[7], 'detail', ARGV[2])
return 1
