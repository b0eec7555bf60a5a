#!lua
-- A page of the jobs of an account, newest first. A bounded number of them is looked at, so that a rare state among many jobs gives short
-- pages, and a cursor from which the next one goes on.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the account's index; the jobs are known only once it is read
--
-- ARGV[1] account
-- ARGV[2] sequence below which it goes on; empty = from the newest
-- ARGV[3] state; empty = any
-- ARGV[4] most jobs of the page
-- ARGV[5] most jobs looked at
--
-- Output  {sequence of the last job looked at, empty when there are no more; the fields of each job}

local index_key = shard_key('index', ARGV[1])
local limit, left = tonumber(ARGV[4]), tonumber(ARGV[5])
local found = {''}
local below = ARGV[2]
while left > 0 do
  local from = below == '' and '+inf' or '(' .. below
  local step = math.min(left, 100)
  local pairs_read = redis.call('ZREVRANGEBYSCORE', index_key, from, '-inf', 'WITHSCORES', 'LIMIT', 0, step)
  for i = 1, #pairs_read, 2 do
    local job_key = shard_key('job', pairs_read[i])
    local state = redis.call('HGET', job_key, 'state')
    if state and (ARGV[3] == '' or state == ARGV[3]) then
      if #found > limit then
        found[1] = below
        return found
      end
      found[#found + 1] = redis.call('HGETALL', job_key)
    end
    below = pairs_read[i + 1]
  end
  if #pairs_read < 2 * step then return found end
  left = left - step
end
found[1] = below
return found
