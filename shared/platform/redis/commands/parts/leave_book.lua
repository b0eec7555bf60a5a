-- Takes the bytes of a job off its account, once.
local function leave_book(book, account_id, job_id, bytes)
  if redis.call('ZREM', shard_key(book.entries, account_id), job_id .. ' ' .. bytes) == 0 then return end
  add_total(book, account_id, -bytes)
end
