#!lua flags=no-writes
-- Ends of jobs that should have been metered by now: whoever ended them died.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the stream of ends
--
-- ARGV[1] ms since their end at least
-- ARGV[2] most ends
--
-- Output  entries of the stream

return redis.call('XRANGE', shard_key('ended'), '-', now_ms() - ARGV[1], 'COUNT', ARGV[2])
