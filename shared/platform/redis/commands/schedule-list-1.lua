#!lua flags=no-writes
-- A page of the schedules that an account keeps, newest first, and what all of them take. One that has expired and is not removed yet is no more.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the account's index and bytes; the schedules are known only once it is read
--
-- ARGV[1] account
-- ARGV[2] sequence below which it goes on; empty = from the newest
-- ARGV[3] most schedules of the page
--
-- Output  {bytes held, schedules kept, sequence of the last one of the page, empty when there are no more; the fields of each}

local now = now_ms()
local index_key = shard_key('schedules', ARGV[1])
local held = tonumber(redis.call('HGET', shard_key('schedule-bytes'), ARGV[1]) or '0')
local count = redis.call('ZCARD', index_key)
for _, schedule_id in ipairs(redis.call('ZRANGEBYSCORE', shard_key('schedule-ends', ARGV[1]), '-inf', now)) do
  held = held - redis.call('HGET', shard_key('schedule', schedule_id), 'bytes')
  count = count - 1
end
local found = {held, count, ''}
local limit = tonumber(ARGV[3])
local from = ARGV[2] == '' and '+inf' or '(' .. ARGV[2]
while true do
  local ids = redis.call('ZREVRANGEBYSCORE', index_key, from, '-inf', 'LIMIT', 0, limit)
  for _, schedule_id in ipairs(ids) do
    local flat = redis.call('HGETALL', shard_key('schedule', schedule_id))
    local ends_at, sequence
    for i = 1, #flat, 2 do
      if flat[i] == 'expiresAtMs' then ends_at = tonumber(flat[i + 1]) end
      if flat[i] == 'sequence' then sequence = flat[i + 1] end
    end
    if ends_at > now then
      if #found == limit + 3 then return found end
      found[#found + 1] = flat
    end
    from = '(' .. sequence
    if ends_at > now then found[3] = sequence end
  end
  if #ids < limit then
    found[3] = ''
    return found
  end
end
