-- Fills the places of an account in a stream from its backlog.
local function promote(queue, account_id)
  local backlog_key = shard_key('backlog', queue, account_id)
  local entries = tonumber(redis.call('HGET', shard_key('entries'), queue .. ':' .. account_id) or '0')
  while entries < ENTRIES_PER_ACCOUNT_MAX do
    local job_id = redis.call('LPOP', backlog_key)
    if not job_id then return end
    if redis.call('HGET', shard_key('job', job_id), 'state') == 'queued' then
      add_entry({queue = queue, accountId = account_id}, job_id)
      entries = entries + 1
    end
  end
end
