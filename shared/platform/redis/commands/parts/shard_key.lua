-- The name of a key of this shard, of one to three words. Scripts of jobs build every key from KEYS[1], so none of them leaves its slot.
local function shard_key(name, id, part, place)
  if not id then return KEYS[1] .. ':' .. name end
  if not part then return KEYS[1] .. ':' .. name .. ':' .. id end
  if not place then return KEYS[1] .. ':' .. name .. ':' .. id .. ':' .. part end
  return KEYS[1] .. ':' .. name .. ':' .. id .. ':' .. part .. ':' .. place
end
