-- The name of a key of this shard. Scripts of jobs build every key from KEYS[1], so none of them leaves its slot.
local function shard_key(...)
  return table.concat({KEYS[1], ...}, ':')
end
