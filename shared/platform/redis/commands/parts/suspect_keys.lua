-- Where suspects wait: new ones in the first, those of nodes of 0.4.0 in the second.
local function suspect_keys()
  return {shard_key('lost'), shard_key('suspects')}
end
