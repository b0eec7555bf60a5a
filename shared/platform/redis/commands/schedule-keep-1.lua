#!lua
-- Keeps a schedule: its frame is there or comes with it, now it is named and counted. The id is made by the caller and is the operation id: run again,
-- it answers like the first time. What expired of the account goes first.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the schedule, its frame chunks, idempotency entry, the account's index, ends and
--         bytes, its end; schedules that have expired are known only on the way
--
-- ARGV[1] schedule id
-- ARGV[2] most schedules of the account
-- ARGV[3] most bytes of them
-- ARGV[4] hash of the idempotency key, may be empty
-- ARGV[5] fingerprint of the request
-- ARGV[6] seconds that the idempotency entry is kept
-- ARGV[7] ms that the schedule is kept
-- ARGV[8] the frame when it is small; empty: it was written before, or is the object that the schedule names
-- ARGV[9, 11, ...] field of the schedule
-- ARGV[10, 12, ...] its value
--
-- Output  {kept, fields} | {replayed, fields of what the key named before} | {full, bytes held, schedules kept, when the next one expires, 0 = none}
--         | {key_reused} | {frame_lost} | {account_gone}

local schedule_id = ARGV[1]
local schedule_key = shard_key('schedule', schedule_id)
local known = redis.call('HGETALL', schedule_key)
if #known > 0 then return {'kept', known} end

local schedule, record = {}, {}
local function note(name, value)
  schedule[name] = value
  record[#record + 1] = name
  record[#record + 1] = value
end
for i = 9, #ARGV, 2 do note(ARGV[i], ARGV[i + 1]) end
local account_id = schedule.accountId

-- its body was on the way while its account was deleted
if redis.call('EXISTS', shard_key('erased', redis.sha1hex(account_id))) == 1 then return {'account_gone'} end
local now = now_ms()
while remove_expired_schedules(now, 100, account_id) == 100 do end
local idempotency_key = shard_key('idempotency', account_id, ARGV[4])
if ARGV[4] ~= '' then
  local earlier = redis.call('HMGET', idempotency_key, 'jobId', 'fingerprint')
  if earlier[2] then
    if earlier[2] ~= ARGV[5] then return {'key_reused'} end
    local first = redis.call('HGETALL', shard_key('schedule', earlier[1]))
    if #first > 0 then return {'replayed', first} end
  end
end
local held = tonumber(redis.call('HGET', shard_key('schedule-bytes'), account_id) or '0')
local count = redis.call('ZCARD', shard_key('schedules', account_id))
if count >= tonumber(ARGV[2]) or held + schedule.bytes > tonumber(ARGV[3]) then
  local next_end = redis.call('ZRANGE', shard_key('schedule-ends', account_id), 0, 0, 'WITHSCORES')
  return {'full', held, count, tonumber(next_end[2] or '0')}
end
if not take_frame(schedule_id, schedule, ARGV[8]) then return {'frame_lost'} end

note('scheduleId', schedule_id)
note('createdAtMs', now)
note('expiresAtMs', now + ARGV[7])
note('sequence', redis.call('HINCRBY', KEYS[1], 'sequence', 1))
if ARGV[4] ~= '' then
  note('idempotencyKeyHash', ARGV[4])
  redis.call('HSET', idempotency_key, 'jobId', schedule_id, 'fingerprint', ARGV[5], 'createdAtMs', now)
  redis.call('EXPIRE', idempotency_key, ARGV[6])
end
redis.call('HSET', schedule_key, unpack(record))
redis.call('ZADD', shard_key('schedules', account_id), schedule.sequence, schedule_id)
redis.call('ZADD', shard_key('schedule-ends', account_id), schedule.expiresAtMs, schedule_id)
redis.call('ZADD', shard_key('schedule-ends'), schedule.expiresAtMs, schedule_id)
redis.call('HINCRBY', shard_key('schedule-bytes'), account_id, schedule.bytes)
return {'kept', redis.call('HGETALL', schedule_key)}
