#!lua flags=allow-oom
-- Takes a place of a host for one callback, over all deliverers. An account never takes the last one beside another of its own, so that whoever
-- comes new is not behind it; of those that wait, the account that holds least is next, then the one that waits longest.
-- Places are of the moment: they go to replicas and not to the append-only file. A server that starts again knows of none.
--
-- KEYS[1] places of the host that are taken
-- KEYS[2] accounts that wait for one
--
-- ARGV[1] account id
-- ARGV[2] job id
-- ARGV[3] ms after which the place is free though nobody gave it back
--
-- Output  1 taken, 0 = request it again

redis.set_repl(redis.REPL_REPLICA)
local FORGOTTEN_MS = 1000
local now, account = now_ms(), ARGV[1]
local holder = account .. ' ' .. ARGV[2]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held, total = {}, 0
for _, name in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if name == holder then return 1 end
  local owner = string.match(name, '^%S+')
  held[owner] = (held[owner] or 0) + 1
  total = total + 1
end

local requested, since = {}, now
local waiting = redis.call('HGETALL', KEYS[2])
for i = 1, #waiting, 2 do
  local first, last = string.match(waiting[i + 1], '^(%d+) (%d+)$')
  if waiting[i] == account then
    since = tonumber(first)
  elseif tonumber(last) + FORGOTTEN_MS < now then
    redis.call('HDEL', KEYS[2], waiting[i])
  else
    requested[waiting[i]] = tonumber(first)
  end
end
local mine, needed = held[account] or 0, 1
if mine > 0 then needed = 2 end
for other, first in pairs(requested) do
  local theirs = held[other] or 0
  if theirs < mine or (theirs == mine and first < since) then needed = needed + 1 end
end
if mine < HOST_ACCOUNT_POSTS_MAX and HOST_POSTS_MAX - total >= needed then
  redis.call('ZADD', KEYS[1], now + ARGV[3], holder)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('HDEL', KEYS[2], account)
  return 1
end
redis.call('HSET', KEYS[2], account, since .. ' ' .. now)
redis.call('PEXPIRE', KEYS[2], 2 * FORGOTTEN_MS)
return 0
