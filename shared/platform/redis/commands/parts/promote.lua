-- Fills the places of an account in a stream from its backlog. running: as for free_places.
local function promote(queue, account_id, running)
  local backlog_key = shard_key('backlog', queue, account_id)
  local places = free_places(queue, account_id, running)
  while places > 0 do
    local job_id = redis.call('LPOP', backlog_key)
    if not job_id then return end
    if redis.call('HGET', shard_key('job', job_id), 'state') == 'queued' then
      add_entry(queue, account_id, job_id)
      places = places - 1
    end
  end
end
