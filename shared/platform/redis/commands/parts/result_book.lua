-- The book of results in Redis of jobs of a class.
local function result_book(job_class)
  return {entries = 'results:' .. job_class, totals = 'result-bytes:' .. job_class, sum = 'heldBytes'}
end
