#!lua
-- Keeps a contact form. The submission id is made by the caller and is the operation id: run again within moments, it answers like
-- the first time. Forms older than ARGV[3] go; when there are too many others nothing is dropped, the new one is refused.
--
-- KEYS[1] contact forms
--
-- ARGV[1] submission id
-- ARGV[2] most forms
-- ARGV[3] ms that a form is kept
-- ARGV[4, 6, ...] field
-- ARGV[5, 7, ...] its value
--
-- Output  kept | full

for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 100)) do
  if entry[2][2] == ARGV[1] then return 'kept' end
end
redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', now_ms() - ARGV[3]))
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end
redis.call('XADD', KEYS[1], '*', 'submissionId', ARGV[1], unpack(ARGV, 4))
return 'kept'
