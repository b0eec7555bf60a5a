-- Takes one off a counter of a hash; a counter at nothing is not kept. Returns what is left.
local function count_down(hash_key, field)
  local left = redis.call('HINCRBY', hash_key, field, '-1')
  if left > 0 then return left end
  redis.call('HDEL', hash_key, field)
  return 0
end
