-- Takes a job out of where it waits or is being worked on; a place in a stream goes to the next of the account. The field of its entry is
-- left to the caller.
local function leave_place(job, job_id)
  if job.entry then
    drop_entry(job.queue, job.accountId, job.entry)
    -- what was being worked on held none
    if not job.isCounted then promote(job.queue, job.accountId) end
  elseif job.state == 'queued' then
    local lists = job.isSuspect and suspect_keys() or {shard_key('backlog', job.queue, job.accountId)}
    for _, list_key in ipairs(lists) do redis.call('LREM', list_key, 1, job_id) end
  end
end
