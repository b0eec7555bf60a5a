-- Where leases of jobs in processing are kept: new ones in the first, those of nodes of 0.4.0 in the second.
local function lease_keys()
  return {shard_key('held'), shard_key('leases')}
end
