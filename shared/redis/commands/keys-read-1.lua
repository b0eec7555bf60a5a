#!lua
-- Records of keys in one answer.
--
-- KEYS[1] start of the names of the records, which are of the same slot
--
-- ARGV[1, ...] key ids
--
-- Output  for each: {status, prefix, label, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs, sha256}; nothing where there is no record

local records = {}
for i, key_id in ipairs(ARGV) do
  records[i] = redis.call('HMGET', KEYS[1] .. key_id, 'status', 'prefix', 'label', 'createdAtMs', 'expiresAtMs', 'revokedAtMs',
    'lastUsedAtMs', 'sha256')
end
return records
