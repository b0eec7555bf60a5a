-- The error of a move that the table does not have; returned before anything is written.
local function illegal_move(by, from, to)
  return redis.error_reply('ILLEGAL_MOVE ' .. by .. ': ' .. tostring(from) .. ' to ' .. to)
end
