-- Notes in one field, a line each: the latest ones.
local function noted(before, note)
  if not before then return note end
  local text = before .. '\n' .. note
  while #text > NOTES_BYTES_MAX do
    local _, line_end = string.find(text, '\n', 1, true)
    text = string.sub(text, line_end + 1)
  end
  return text
end
