#!lua flags=no-writes
-- Waiting jobs of versions of frames that the asker does not know: counted from what holds them, since releases that do not know these
-- versions move them, too.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: entries, running entries, suspects, backlogs of the accounts in unknown queues
--
-- ARGV[1, ...] known queues
--
-- Output  {queue, count} of each unknown queue in which jobs wait

local known = {}
for _, queue in ipairs(ARGV) do known[queue] = true end
local counts = {}
local entries = redis.call('HGETALL', shard_key('entries'))
for i = 1, #entries, 2 do
  local queue, account_id = string.match(entries[i], '^(%l+:%l+:%d+):(.*)$')
  if queue and not known[queue] then
    local running = tonumber(redis.call('HGET', shard_key('running'), entries[i]) or '0')
    local waiting = entries[i + 1] - running + redis.call('LLEN', shard_key('backlog', queue, account_id))
    counts[queue] = (counts[queue] or 0) + waiting
  end
end
for _, job_id in ipairs(redis.call('LRANGE', shard_key('lost'), 0, SUSPECTS_LOOKED_AT - 1)) do
  local queue = redis.call('HGET', shard_key('job', job_id), 'queue')
  if queue and not known[queue] then counts[queue] = (counts[queue] or 0) + 1 end
end
local found = {}
for queue, count in pairs(counts) do if count > 0 then found[#found + 1] = {queue, count} end end
return found
