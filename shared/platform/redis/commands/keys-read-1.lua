#!lua
-- Records of keys in one answer.
--
-- KEYS[1] family of the records. Of the same slot, named by key_below: the records
--
-- ARGV[1, ...] key ids
--
-- Output  for each: {status, prefix, label, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs, sha256}; nothing where there is no record

local records = {}
for i, key_id in ipairs(ARGV) do
  local record_key = key_below(key_id)
  records[i] = redis.call('HMGET', record_key, 'status', 'prefix', 'label', 'createdAtMs', 'expiresAtMs', 'revokedAtMs',
    'lastUsedAtMs', 'sha256')
end
return records
