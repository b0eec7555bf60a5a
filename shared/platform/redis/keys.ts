/**
 * Every Redis key is built here. Keys that one script touches carry one hash tag, so that the same code runs on one
 * server and on Redis Cluster: {a:<account>} for accounts and limits, {ip:<address>} for callers without
 * an identity, {j:<shard>} for jobs, {h:<host>} for the hosts of callbacks. A key without a tag stands alone: no command or script touches another one with it.
 */

/** Hash tag of an account's keys. */
const tag = (accountId: string): string => `{a:${accountId}}`

export const keys = {
  /** Hash: tier, status, reason and suspendedBy of a suspension, limits, overage, label, createdAtMs, purgeAtSeconds. */
  account: (accountId: string) => `${tag(accountId)}:account`,
  /** Hash: status, prefix, sha256, label, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs. */
  keyState: (accountId: string, keyId: string): string => `${keys.keyStateFamily(accountId)}:${keyId}`,
  /** No key: what the names of key states begin with, for scripts that read several. */
  keyStateFamily: (accountId: string) => `${tag(accountId)}:key`,
  /** Sorted set: key id by the time of its creation, ms. */
  keyIds: (accountId: string) => `${tag(accountId)}:keys`,
  /** Sorted set: id of a key that is not revoked by the time of its end, ms (+inf = none). */
  liveKeys: (accountId: string) => `${tag(accountId)}:keys:live`,
  /** Hash: status, subject, email, displayName, company, createdAtMs, lastUsedAtMs. What a key state is for a key, it is for a bearer token. */
  user: (accountId: string) => `${tag(accountId)}:user`,
  /** Counter with a time to live: calls of the current window. */
  window: (accountId: string, meter: 'analysis' | 'control') => `${tag(accountId)}:window:${meter}`,
  /** Hash: "2026-11" -> units charged, "2026-11:overage" -> those of them past the quota; "life" for demo accounts. */
  month: (accountId: string) => `${tag(accountId)}:month`,
  /** Sorted set: operation id of a call at work by the time of its admission, ms. Not on disk. */
  reservations: (accountId: string) => `${tag(accountId)}:reservations`,
  /** Hash: process -> number of the last settlement it ran. */
  settled: (accountId: string) => `${tag(accountId)}:settled`,
  /** Hash of one UTC day: "<key id>:<endpoint>:calls", ":tasks", ":durationMs", ":costUsd", ":refused", ":computeMs". */
  usage: (accountId: string, day: string): string => `${keys.usageFamily(accountId)}:${day}`,
  /** No key: what the names of usage begin with, for scripts that read several days. */
  usageFamily: (accountId: string) => `${tag(accountId)}:usage`,
  /**
   * Hash: "2026-11-21" -> units past the quota charged on that UTC day, "2026-11-21:by" -> "<provider> <subscription id>",
   * "2026-11-21:usd" -> price of a unit.
   */
  overage: (accountId: string) => `${tag(accountId)}:overage`,
  /**
   * Hash: provider, subscriptionId, subscriptionState, grantedTier, customerId, periodEndMs, isCancelling and what else gateway/billing
   * keeps of the account.
   */
  billing: (accountId: string) => `${tag(accountId)}:billing`,
  /** Hash with a time to live: hash of an Idempotency-Key of checkout -> "<fingerprint> <answer, JSON in URI form> <until when it is kept, ms>". */
  checkouts: (accountId: string) => `${tag(accountId)}:named-checkouts`,
  /** Sorted set: id of an event of the marketplace by its time, ms. */
  marketplaceEvents: (accountId: string) => `${tag(accountId)}:marketplace`,
  /** Hash with a time to live: hash of an Idempotency-Key of key creation -> "<fingerprint> <key id> <until when it is kept, ms>". */
  idempotency: (accountId: string) => `${tag(accountId)}:idempotency`,
  /** Stream: one entry per change of the account or its keys. */
  audit: (accountId: string) => `${tag(accountId)}:audit`,
  /** Hash: SecretFields of shared/platform/callback/secrets.ts. */
  webhookSecrets: (accountId: string) => `${tag(accountId)}:webhook-secrets`,

  /** String: the token that a browser of this machine shows for the key of the page, see gateway/service/page-keys.ts. */
  pageToken: () => 'page-token',
  /** String: the port that the page was last served at. */
  pagePort: () => 'page-port',

  /** String "<account id> <key id>", never changed once written. */
  credential: (sha256Hex: string) => `key:${sha256Hex}`,
  /** String "<account id>" by the hash of a token's issuer and subject. */
  subject: (sha256Hex: string) => `subject:${sha256Hex}`,
  /** String with a time to live: the account of that subject was deleted, see gateway/store/users.ts. */
  deletedSubject: (sha256Hex: string) => `deleted-subject:${sha256Hex}`,
  /** String "<account id> <time of its claim, ms>" by the hash of a verified e-mail address. */
  email: (sha256Hex: string) => `email:${sha256Hex}`,
  /** String with a short life: LoginState of gateway/identity/login.ts, by the hash of its state. */
  login: (sha256Hex: string) => `login:${sha256Hex}`,
  /** Sorted set: account id by the time of its birth, ms. Playground accounts have an index of their own. */
  accountIndex: () => 'accounts',
  playgroundIndex: () => 'accounts:playground',
  /** Sorted set: id of an account whose deletion has begun and not ended, by the time it began, ms. */
  deletions: () => 'accounts:deleting',

  /** String: count of erasures for somebody, see gateway/store/delete-account.ts. */
  erasures: () => 'erasures',
  /** String with a short life: the count when a rewrite of the append-only files was requested; empty = it did not happen. */
  erasuresRequested: () => 'erasures:asked',
  /** String: the count of those that are in no append-only file any more. */
  erasuresForgotten: () => 'erasures:forgotten',

  /** Sorted set: account whose subscription is read from the payment service, by the time of the next read, ms. */
  billingChecks: () => 'billing:checks',
  /** String with a short life: the process that looks after accounts now, see gateway/service/upkeep.ts. */
  upkeepLease: () => 'upkeep:lease',
  /** String: how far the walk over accounts of earlier versions has come; see gateway/store/accounts.ts. */
  catchUp: () => 'upkeep:caught-up',

  /** String "<account id>" of a marketplace subscription, never changed once written; SUBSCRIPTION_OVER once it is over. */
  marketplaceSubscription: (subscriptionId: string) => `marketplace:${subscriptionId}`,
  /** Hash like overage, of an account that is gone; its pseudonyms are a set. */
  overageOfDeleted: (pseudonym: string) => `overage:deleted:${pseudonym}`,
  overageDeletedIndex: 'overage:deleted',

  /** Counter with a time to live: refused calls of an address in the current window. */
  addressWindow: (address: string) => `{ip:${address}}:window`,
  /** Counter with a time to live: what an address did within a span. */
  addressCount: (address: string, what: 'contact' | 'playground') => `{ip:${address}}:${what}`,
  /** Sorted set: "<account id> <job id>" of a callback in flight to the host, by the end of its lease, ms. Not on disk. */
  hostPosts: (host: string) => `{h:${host}}:posts`,
  /** Hash with a short life: account whose callback waits for a place of the host -> "<first request> <last request>", ms. Not on disk. */
  hostWaiting: (host: string) => `{h:${host}}:waiting`,

  /** Stream: user, words, outcome of each command of an operator that changed something. */
  operatorAudit: () => 'operators',
  /** Stream: contact forms, newest last. */
  contact: () => 'contact',
} as const

/**
 * What lies in a shard of jobs, by the first word of its name: `{j:3}:job:<job id>`. Scripts are given the key of the shard and build
 * names by the same words (commands/parts/shard_key.lua), since the job that a stream holds is known only once it is read.
 */
export const JOB_KEY_MEANINGS = {
  /** :<job id>. Hash: the fields of Job, how long it is kept, and where it is: sequence, entry, lease, isSuspect, lostWorker (a suspect whose worker ended while its node went on), drains (deliveries that count for nothing), forgiven (those of them whose node was lost); of its life losses, failures, retries, retriedAtMs; hasFrame: failed, and its frame is kept. */
  job: 'a job',
  /** :<job id>:<index>. String: a chunk of the frame; gone when the job ends, but for a failed one. */
  frame: 'chunk of a frame',
  /** :<job id>:<fence>:<index>. String: a chunk of what that attempt wrote; without a time to live once it is the result. */
  result: 'chunk of a result',
  /** :<account>. Sorted set: job id by sequence. */
  index: 'jobs of an account',
  /** :<account>:<hash>. Hash: jobId, and once the job is accepted its fingerprint and createdAtMs. */
  idempotency: 'an Idempotency-Key',
  /** :<account>. Sorted set: hash of an Idempotency-Key whose job is gone by the time of its end, ms. */
  outlived: 'Idempotency-Keys of an account that outlive their jobs',
  /** :<queue>, which is <class>:<lane>[:<version of frames>]. Stream with one consumer group: at most 4 waiting entries of each account, and those being worked on. */
  stream: 'queue of a class, lane and version',
  /** Hash: <queue>:<account> -> entries in the stream. */
  entries: 'entries of accounts in streams',
  /** Hash: <queue>:<account> -> those of them that are being worked on. Of jobs with isCounted alone, so that older nodes do no harm. */
  running: 'running entries of accounts',
  /** :<queue>:<account>. List: job ids that wait for a place in the stream. */
  backlog: 'backlog of an account',
  /** :<class>. Sorted set: ids of all queued jobs by sequence. */
  queued: 'queued jobs of a class',
  /** Hash: account -> queued jobs. */
  'queued-counts': 'queued jobs of accounts',
  /** :<account>. Sorted set: "<job id> <bytes>" of each job that has not ended, by sequence: what it reserves. */
  waiting: 'what jobs of an account reserve',
  /** Sorted set: account by the sum of these bytes. */
  'waiting-bytes': 'reserved bytes of accounts',
  /** :<class>:<account>. Sorted set: "<job id> <bytes>" of each result that lies in Redis, by the end of its job, ms. */
  results: 'results of an account',
  /** :<class>. Sorted set: account by the sum of these bytes. */
  'result-bytes': 'bytes of results of accounts',
  /** List: ids of queued jobs that a node died with. */
  lost: 'suspects',
  /** Where nodes of 0.4.0 keep suspects; they would also run what they do not know. Read until it is empty. */
  suspects: 'suspects of 0.4.0',
  /** Sorted set: id of a job in processing by the end of its lease, ms. */
  held: 'leases',
  /** Where nodes of 0.4.0 keep leases. */
  leases: 'leases of 0.4.0',
  /** Sorted set: id of a finished job by the time until which it is kept, ms. */
  retention: 'retention',
  /** Sorted set: id of a failed job by the time of its end, ms. */
  failed: 'failed jobs',
  /** Stream: a job that completed or failed and is not metered yet, with what its line says. */
  ended: 'ends that are not metered',
  /** String with a short life, in shard 0: the gateway that removes results now. */
  freeing: 'who makes room',
  /** :<job id>. String with a short life: operation that removed the job. */
  removed: 'a removal',
  /** :<SHA-1 of an account's id>. String with a short life: the account is deleted, and no job of it is accepted any more. */
  erased: 'the end of an account',
  /** :<job id>. Hash: state, fence, attempt, attempts (a JSON line each), nextAttemptAtMs, leasedUntilMs, deadLetter. */
  delivery: 'a callback',
  /** Sorted set: job id by the time its callback is due, its lease ends, or it is to be looked at again in its line, ms. */
  due: 'callbacks that are due',
  /** :<account>:<origin>. Sorted set: job id by the time since which its callback waits for a place, ms. */
  line: 'callbacks that wait for their endpoint',
  /** Sorted set: account with a line that is offered, by its turn. :<account>. Sorted set: origin of such a line by its turn. */
  lines: 'lines that are offered to deliverers',
  /** :<account> and :<account>:<origin>. Sorted set: job id of a callback in flight by the end of its lease, ms. */
  posts: 'callbacks in flight',
  /** :<account>:<origin>. Hash: isAnswering, lastSuccessMs; while it fails: failures and hangs in a row, failingSinceMs, lastFailure, restsUntilMs, pausedAtMs. */
  endpoint: 'an endpoint of callbacks',
  /** :<account>. Sorted set: origin by the time of the latest POST, ms. */
  endpoints: 'endpoints of an account',
  /** Sorted set: "<account> <origin>" by the time of the pause, ms. */
  paused: 'endpoints that are paused',
  /** :<operation>. String with a short life: job id of the callback that the operation took. */
  take: 'a take of a callback',
  /** :<account>. Sorted set: job id by sequence. */
  deliveries: 'callbacks of an account',
  /** Stream: jobId, accountId of callbacks given up. */
  'dead-letters': 'dead letters',
  /** :<schedule id>. Hash: the fields of KeptSchedule (shared/platform/jobs/schedule-store.ts), sequence, idempotencyKeyHash. Its frame lies where that of a job would. */
  schedule: 'a schedule that is kept',
  /** :<account>. Sorted set: schedule id by sequence. */
  schedules: 'schedules of an account',
  /** Sorted set: schedule id by the end of its time, ms. :<account>. The same of one account. */
  'schedule-ends': 'when schedules expire',
  /** Hash: account -> bytes that its schedules take. */
  'schedule-bytes': 'bytes of schedules of accounts',
  /** Set: names of objects that no job and no schedule names any more. */
  dropped: 'objects to be removed',
  /** String, in shard 0: begins the names of objects, so that two Redis may share a store of objects. */
  installation: 'the installation',
  /** String with a short life, in shard 0: who looks for objects that nothing names. */
  sweeping: 'the sweep of objects',
  /** String with a short life, in shard 0: who counts what objects take of their disk. */
  relieving: 'room for objects',
  /** String with a short life, in shard 0: who makes a backup; while it is there no object is removed but with its account. */
  holding: 'objects are held',
} as const
type JobKeyKind = keyof typeof JOB_KEY_MEANINGS

/** Hash: sequence, turns (of callbacks), reservedBytes, heldBytes (of results), countedUntil (retention of the last job whose result was looked for), lookedMs (when leases were looked at), processing:<class>, told:<queue> (time of the latest hint, ms; gone once a node found nothing). Its name is the tag of the shard. */
export const jobShardKey = (shard: number): string => `{j:${shard}}`

export const jobKey = (shard: number, kind: JobKeyKind, ...ids: readonly (string | number)[]): string =>
  [jobShardKey(shard), kind, ...ids].join(':')
