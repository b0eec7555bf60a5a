-- The name of a key of the family that KEYS[1] names, hence of its slot.
local function key_below(id)
  return KEYS[1] .. ':' .. id
end
