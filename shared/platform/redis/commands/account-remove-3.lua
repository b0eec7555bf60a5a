#!lua flags=allow-oom
-- An account that is deleted goes, with the record of its user; the audit trail says so. From now on no script adds anything to what
-- lies with it. Safe to run twice.
--
-- KEYS[1] account
-- KEYS[2] user
-- KEYS[3] audit
--
-- ARGV[1] actor, for the audit
--
-- Output  1 removed now, 0 removed before

if redis.call('DEL', KEYS[1], KEYS[2]) == 0 then return 0 end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'account.deleted', 'actor', ARGV[1], 'detail', '')
return 1
