-- Counts bytes of a job for its account. The entry says how many, so that whoever takes it off takes off what was counted.
local function enter_book(book, account_id, job_id, bytes, order)
  if redis.call('ZADD', shard_key(book.entries, account_id), order, job_id .. ' ' .. bytes) == 0 then return end
  add_total(book, account_id, bytes)
end
