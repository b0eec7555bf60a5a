-- Adds bytes to the total of an account in a book, and to the sum of the shard; who has nothing is not kept.
local function add_total(book, account_id, bytes)
  local totals_key = shard_key(book.totals)
  if tonumber(redis.call('ZINCRBY', totals_key, bytes, account_id)) <= 0 then redis.call('ZREM', totals_key, account_id) end
  if book.sum then redis.call('HINCRBY', KEYS[1], book.sum, bytes) end
end
