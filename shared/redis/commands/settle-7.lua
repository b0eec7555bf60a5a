#!lua flags=allow-oom
-- The end of a call that holds a reservation: charges its unit to the month of the admission and records the usage, or lets it
-- go. Each process numbers its settlements: a number that is not higher than the last one has been run before and does nothing;
-- one whose predecessor has not been run must come again after it. Of an account that is gone nothing is counted.
-- Units past the quota are counted for the UTC day on which they are charged: a day that is over never changes, so what was
-- billed for it stays true. Who bills the day is who has the subscription at its first such unit, and what a unit costs is what it
-- cost then.
--
-- KEYS[1] months: units charged
-- KEYS[2] reservations
-- KEYS[3] usage of the day
-- KEYS[4] last number of each process
-- KEYS[5] overage: units by day
-- KEYS[6] billing
-- KEYS[7] account
--
-- ARGV[1] process
-- ARGV[2] number of the settlement
-- ARGV[3] number of the one before it that is not known to be done; 0 = none
-- ARGV[4] operation id of the reservation
-- ARGV[5] 1 when the unit stays charged, 0 when it does not, -1 when no analysis was asked for: nothing is counted then
-- ARGV[6] month of the admission
-- ARGV[7] its limit; -1 = unlimited
-- ARGV[8] what the usage is counted under: key and endpoint
-- ARGV[9] tasks
-- ARGV[10] duration, ms
-- ARGV[11] estimated cost, USD
-- ARGV[12] seconds that the usage is kept
-- ARGV[13] price of a unit past the quota, USD
--
-- Output  1 settled or nothing to settle, 0 settled before, -1 its predecessor has not been run

if redis.call('EXISTS', KEYS[7]) == 0 then return 1 end
local last = tonumber(redis.call('HGET', KEYS[4], ARGV[1]) or '0')
if last >= tonumber(ARGV[2]) then return 0 end
if last < tonumber(ARGV[3]) then return -1 end
redis.call('HSET', KEYS[4], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[4], PROCESS_SECONDS)
redis.call('ZREM', KEYS[2], ARGV[4])
if ARGV[5] == '-1' then return 1 end

if ARGV[5] == '1' then
  local charged = redis.call('HINCRBY', KEYS[1], ARGV[6], 1)
  local limit = tonumber(ARGV[7])
  if limit ~= UNLIMITED and charged > limit then
    redis.call('HINCRBY', KEYS[1], ARGV[6] .. ':overage', 1)
    local seconds = tonumber(redis.call('TIME')[1])
    local month, day_of_month = month_of(seconds)
    local day = string.format('%s-%02d', month, day_of_month)
    if redis.call('HINCRBY', KEYS[5], day, 1) == 1 then
      local by = redis.call('HMGET', KEYS[6], 'provider', 'subscriptionId')
      redis.call('HSET', KEYS[5], day .. ':usd', ARGV[13])
      if by[1] then redis.call('HSET', KEYS[5], day .. ':by', by[1] .. ' ' .. (by[2] or '')) end
    end
  end
  if ARGV[6] == 'life' then redis.call('EXPIRE', KEYS[1], ARGV[12]) end
  redis.call('HINCRBY', KEYS[3], ARGV[8] .. ':calls', 1)
  redis.call('HINCRBY', KEYS[3], ARGV[8] .. ':tasks', ARGV[9])
  redis.call('HINCRBYFLOAT', KEYS[3], ARGV[8] .. ':durationMs', ARGV[10])
  redis.call('HINCRBYFLOAT', KEYS[3], ARGV[8] .. ':costUsd', ARGV[11])
else
  redis.call('HINCRBY', KEYS[3], ARGV[8] .. ':refused', 1)
end
redis.call('EXPIRE', KEYS[3], ARGV[12])
return 1
