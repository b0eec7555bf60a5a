#!lua flags=allow-oom
-- Removes the oldest results of an account, and kept frames of failed jobs; the jobs stay and say so. Run again after a lost reply it goes on with the next ones.
--
-- KEYS[1] shard. Of the same slot, named by shard_key: the book of results; the jobs and their chunks are known once it is read
--
-- ARGV[1] class of the jobs
-- ARGV[2] account id
-- ARGV[3] why, in a word
-- ARGV[4] only results of jobs that ended at least so long ago, ms
-- ARGV[5] bytes that are enough
-- ARGV[6] most results of one run
--
-- Output  {entries looked at, results removed, their bytes}

local book = result_book(ARGV[1])
local entries_key = shard_key(book.entries, ARGV[2])
local now = now_ms()
local looked, removed, bytes = 0, 0, 0
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', entries_key, '-inf', now - ARGV[4], 'LIMIT', 0, ARGV[6])) do
  if bytes >= tonumber(ARGV[5]) then break end
  local job_id, entry_bytes = string.match(entry, '^(%S+) (%d+)$')
  local job = read_job(job_id)
  if job and job.heldBytes then
    free_result(job, job_id, now, ARGV[3])
    removed = removed + 1
    bytes = bytes + job.heldBytes
  else
    leave_book(book, ARGV[2], job_id, entry_bytes)
  end
  looked = looked + 1
end
return {looked, removed, bytes}
