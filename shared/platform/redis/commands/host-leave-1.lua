#!lua flags=allow-oom
-- Gives a place of a host back; see host-enter.
--
-- KEYS[1] places of the host that are taken
--
-- ARGV[1] account id
-- ARGV[2] job id
--
-- Output  1 given back, 0 it was not held

redis.set_repl(redis.REPL_REPLICA)
return redis.call('ZREM', KEYS[1], ARGV[1] .. ' ' .. ARGV[2])
