#!lua flags=allow-oom
-- Keeps the books of what accounts hold true while processes of an earlier version, which do not know them, end and remove jobs: takes off
-- what is no longer there, and counts results that were stored uncounted. Safe to run twice.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the books, retention; accounts and jobs are known once those are read
--
-- ARGV[1] accounts of each book to pass over
-- ARGV[2] most accounts of each book to look at
-- ARGV[3] oldest entries of each account to look at
-- ARGV[4] most results to count
-- ARGV[5, ...] classes
--
-- Output  1 there is more, 0 all was looked at

local is_more = 0
local function prune(book, is_live)
  local accounts = redis.call('ZRANGE', shard_key(book.totals), ARGV[1], ARGV[1] + ARGV[2] - 1)
  for _, account_id in ipairs(accounts) do prune_book(book, account_id, ARGV[3], is_live) end
  if #accounts == tonumber(ARGV[2]) then is_more = 1 end
end
prune(waiting_book(), is_waiting)
for i = 5, #ARGV do prune(result_book(ARGV[i]), has_result) end

-- jobs enter retention in the order in which they end: what lies before the mark was looked at
local from = redis.call('HGET', KEYS[1], 'countedUntil') or '-inf'
local ended = redis.call('ZRANGEBYSCORE', shard_key('retention'), from, '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[4])
for i = 1, #ended, 2 do
  local job = read_job(ended[i])
  if job and job.resultFence and not job.heldBytes then
    local bytes = 0
    for k = 0, job.resultChunkCount - 1 do
      bytes = bytes + redis.call('STRLEN', shard_key('result', ended[i], job.resultFence, k))
    end
    if bytes > 0 then hold_result(job, ended[i], bytes, job.completedAtMs) end
  end
end
if #ended > 0 and ended[#ended] ~= from then redis.call('HSET', KEYS[1], 'countedUntil', ended[#ended]) end
if #ended == 2 * ARGV[4] and ended[#ended] ~= from then is_more = 1 end
return is_more
