#!lua
-- Counts what an address did within a span that starts with the first time: forms, keys to try the service with.
--
-- KEYS[1] counter of the address and of what is counted
--
-- ARGV[1] length of the span, ms
--
-- Output  {count, ms left of the span}

local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
  return {1, tonumber(ARGV[1])}
end
return {redis.call('INCR', KEYS[1]), left}
