-- Takes off what processes of an earlier version ended or removed without knowing of the book: of the oldest entries of an account those
-- whose job is not there, or not so that is_live says yes to its record.
local function prune_book(book, account_id, count, is_live)
  for _, entry in ipairs(redis.call('ZRANGE', shard_key(book.entries, account_id), 0, count - 1)) do
    local job_id, bytes = string.match(entry, '^(%S+) (%d+)$')
    if not is_live(shard_key('job', job_id)) then leave_book(book, account_id, job_id, bytes) end
  end
end
