-- Whether the table of moves has this one.
local function may_move(by, from, to)
  local targets = JOB_MOVES[by][from]
  return targets ~= nil and targets[to] == true
end
