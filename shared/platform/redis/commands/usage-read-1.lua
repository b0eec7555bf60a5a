#!lua
-- Usage of days, as many as fit into one answer: a day is never split, and the first one is always there.
--
-- KEYS[1] family of the days' usage. Of the same slot, named by key_below: the days
--
-- ARGV[1] most fields
-- ARGV[2, ...] days
--
-- Output  {how many of the days were read, then for each that has usage: day, its fields and values as JSON: thousands of texts are slow to
--         read one by one}

local page = {0}
local count = 0
for i = 2, #ARGV do
  local day_key = key_below(ARGV[i])
  local length = redis.call('HLEN', day_key)
  if count > 0 and count + length > tonumber(ARGV[1]) then return page end
  if length > 0 then
    page[#page + 1] = ARGV[i]
    page[#page + 1] = cjson.encode(redis.call('HGETALL', day_key))
    count = count + length
  end
  page[1] = i - 1
end
return page
