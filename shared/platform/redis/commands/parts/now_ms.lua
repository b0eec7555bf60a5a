-- The clock of Redis, ms. It stands still while a script runs, so it is asked once.
local now_known
local function now_ms()
  if not now_known then
    local time = redis.call('TIME')
    now_known = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  return now_known
end
