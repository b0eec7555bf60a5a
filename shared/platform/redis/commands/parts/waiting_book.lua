-- The book of what jobs reserve that have not ended; the sum of the shard is reservedBytes, which also counts those that no book has.
local function waiting_book()
  return {entries = 'waiting', totals = 'waiting-bytes'}
end
