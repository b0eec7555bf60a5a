#!lua
-- Usage of days, as many as fit into one answer: a day is told whole, and the first one in any case.
--
-- KEYS[1] family of the days' usage. Of the same slot, named by key_below: the days
--
-- ARGV[1] most fields
-- ARGV[2, ...] days
--
-- Output  {how many of the days were read, then for each that has usage: day, its fields and values as JSON: thousands of texts are slow to
--         read one by one}

local told = {0}
local count = 0
for i = 2, #ARGV do
  local day_key = key_below(ARGV[i])
  local length = redis.call('HLEN', day_key)
  if count > 0 and count + length > tonumber(ARGV[1]) then return told end
  if length > 0 then
    told[#told + 1] = ARGV[i]
    told[#told + 1] = cjson.encode(redis.call('HGETALL', day_key))
    count = count + length
  end
  told[1] = i - 1
end
return told
