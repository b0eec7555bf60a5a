#!lua flags=allow-oom
-- The end of a call that holds a reservation: gives the unit of the month back, or keeps it and records the usage. Run
-- again, or for an admission that never came to pass, it does nothing.
--
-- KEYS[1] months
-- KEYS[2] reservations
-- KEYS[3] usage of the day
--
-- ARGV[1] operation id of the reservation
-- ARGV[2] 1 when the answer was 2xx, else 0
-- ARGV[3] endpoint
-- ARGV[4] tasks
-- ARGV[5] duration, ms
-- ARGV[6] estimated cost, USD
-- ARGV[7] seconds that the usage is kept
--
-- Output  1 settled, 0 nothing to settle

local now = tonumber(redis.call('TIME')[1])
local this_month, day = month_of(now)
local charged
for _, month in ipairs({this_month, 'life', (month_of(now - day * 86400))}) do
  if redis.call('ZREM', KEYS[2], month .. ':' .. ARGV[1]) == 1 then
    charged = month
    break
  end
end
if not charged then return 0 end

if ARGV[2] == '1' then
  redis.call('HINCRBY', KEYS[3], ARGV[3] .. ':calls', 1)
  redis.call('HINCRBY', KEYS[3], ARGV[3] .. ':tasks', ARGV[4])
  redis.call('HINCRBYFLOAT', KEYS[3], ARGV[3] .. ':durationMs', ARGV[5])
  redis.call('HINCRBYFLOAT', KEYS[3], ARGV[3] .. ':costUsd', ARGV[6])
else
  give_back(KEYS[1], charged)
  redis.call('HINCRBY', KEYS[3], ARGV[3] .. ':refused', 1)
end
redis.call('EXPIRE', KEYS[3], ARGV[7])
return 1
