#!lua
-- Counts a call of a caller without valid credentials against the window of its address.
--
-- KEYS[1] window of the address
--
-- ARGV    none
--
-- Output  {count, ms left}

-- of the moment: not worth the disk
redis.set_repl(redis.REPL_REPLICA)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('SET', KEYS[1], 1, 'PX', WINDOW_MS)
  return {1, WINDOW_MS}
end
return {redis.call('INCR', KEYS[1]), left}
