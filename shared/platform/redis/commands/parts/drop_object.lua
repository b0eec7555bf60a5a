-- Notes an object that no job names any more; nodes remove it, and then its name here.
local function drop_object(name)
  redis.call('SADD', shard_key('dropped'), name)
end
