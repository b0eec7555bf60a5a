-- Takes one off a counter of a hash; a counter at nothing is not kept.
local function count_down(hash_key, field)
  if redis.call('HINCRBY', hash_key, field, -1) <= 0 then redis.call('HDEL', hash_key, field) end
end
