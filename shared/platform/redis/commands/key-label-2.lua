#!lua
-- Labels a key anew; one that is revoked, too. Safe to run twice.
--
-- KEYS[1] state of the key
-- KEYS[2] audit
--
-- ARGV[1] key id
-- ARGV[2] label, may be empty
-- ARGV[3] actor, for the audit
--
-- Output  time of the change, ms; -1 there is no such key

if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
redis.call('HSET', KEYS[1], 'label', ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', AUDIT_ENTRIES_MAX, '*', 'action', 'key.label', 'actor', ARGV[3], 'detail', ARGV[1])
return now_ms()
