#!lua flags=allow-oom
-- The end of calls of one account that hold a reservation, summed: charges their units to the month of their admission and records the
-- usage, or lets them go. Each process numbers its sums: a number that is not higher than the last one has been run before and does
-- nothing; one whose predecessor has not been run must come again after it, as it was. Of an account that is gone nothing is counted.
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
-- ARGV[2] number of the sum
-- ARGV[3] number of the one before it that is not known to be done; 0 = none
-- ARGV[4] month of the admissions
-- ARGV[5] its limit; -1 = unlimited
-- ARGV[6] units that stay charged
-- ARGV[7] seconds that the usage is kept
-- ARGV[8] price of a unit past the quota, USD
-- ARGV[9] operation ids of the reservations, with a space between them; empty = nothing was reserved
-- ARGV[..] of each key and endpoint in turn: what the usage is counted under, calls, tasks, duration in ms, estimated cost in USD, refused calls, ms of threads
--
-- Output  1 settled or nothing to settle, 0 settled before, -1 its predecessor has not been run

if redis.call('EXISTS', KEYS[7]) == 0 then return 1 end
local last = tonumber(redis.call('HGET', KEYS[4], ARGV[1]) or '0')
if last >= tonumber(ARGV[2]) then return 0 end
if last < tonumber(ARGV[3]) then return -1 end
redis.call('HSET', KEYS[4], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[4], PROCESS_SECONDS)
local operations = {}
for operation in string.gmatch(ARGV[9], '%S+') do operations[#operations + 1] = operation end
if #operations > 0 then redis.call('ZREM', KEYS[2], unpack(operations)) end
local usage_at = 10

local units = tonumber(ARGV[6])
if units > 0 then
  local charged = redis.call('HINCRBY', KEYS[1], ARGV[4], units)
  local limit = tonumber(ARGV[5])
  local past = limit == UNLIMITED and 0 or math.min(units, charged - limit)
  if past > 0 then
    redis.call('HINCRBY', KEYS[1], ARGV[4] .. ':overage', past)
    local month, day_of_month = month_of(tonumber(redis.call('TIME')[1]))
    local day = string.format('%s-%02d', month, day_of_month)
    if redis.call('HINCRBY', KEYS[5], day, past) == past then
      local by = redis.call('HMGET', KEYS[6], 'provider', 'subscriptionId')
      redis.call('HSET', KEYS[5], day .. ':usd', ARGV[8])
      if by[1] then redis.call('HSET', KEYS[5], day .. ':by', by[1] .. ' ' .. (by[2] or '')) end
    end
  end
  if ARGV[4] == 'life' then redis.call('EXPIRE', KEYS[1], ARGV[7]) end
end
if usage_at > #ARGV then return 1 end
for i = usage_at, #ARGV, 7 do
  local label = ARGV[i]
  if ARGV[i + 1] ~= '0' then
    redis.call('HINCRBY', KEYS[3], label .. ':calls', ARGV[i + 1])
    redis.call('HINCRBY', KEYS[3], label .. ':tasks', ARGV[i + 2])
    redis.call('HINCRBYFLOAT', KEYS[3], label .. ':durationMs', ARGV[i + 3])
    redis.call('HINCRBYFLOAT', KEYS[3], label .. ':costUsd', ARGV[i + 4])
  end
  if ARGV[i + 5] ~= '0' then redis.call('HINCRBY', KEYS[3], label .. ':refused', ARGV[i + 5]) end
  if ARGV[i + 6] ~= '0' then redis.call('HINCRBYFLOAT', KEYS[3], label .. ':computeMs', ARGV[i + 6]) end
end
redis.call('EXPIRE', KEYS[3], ARGV[7])
return 1
