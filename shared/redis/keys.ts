/**
 * Every Redis key is built here. Keys that one script touches carry one hash tag, so that the same code runs on one
 * server and on Redis Cluster (DECISIONS 43): {a:<account>} for accounts and limits, {ip:<address>} for callers without
 * an identity. `key:<sha256>` and the index of accounts stand alone and are touched by single commands only.
 */

/** Hash tag of an account's keys. */
const tag = (accountId: string): string => `{a:${accountId}}`

export const keys = {
  /** Hash: tier, status, limits, overage, label, createdAtMs, purgeAtSeconds. */
  account: (accountId: string) => `${tag(accountId)}:account`,
  /** Hash: status, prefix, label, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs. */
  keyState: (accountId: string, keyId: string) => `${tag(accountId)}:key:${keyId}`,
  /** Sorted set: key id by the time of its creation, ms. */
  keyIds: (accountId: string) => `${tag(accountId)}:keys`,
  /** Sorted set: id of a key that is not revoked by the time of its end, ms (+inf = none). */
  liveKeys: (accountId: string) => `${tag(accountId)}:keys:live`,
  /** Counter with a time to live: calls of the current window. */
  window: (accountId: string, meter: 'analysis' | 'control') => `${tag(accountId)}:window:${meter}`,
  /** Hash: "2026-11" -> units charged, "2026-11:overage" -> those of them past the quota; "life" for demo accounts. */
  month: (accountId: string) => `${tag(accountId)}:month`,
  /** Sorted set: operation id of a call at work by the time of its admission, ms. Not on disk. */
  reservations: (accountId: string) => `${tag(accountId)}:reservations`,
  /** Hash: process -> number of the last settlement it ran. */
  settled: (accountId: string) => `${tag(accountId)}:settled`,
  /** Hash of one UTC day: "<endpoint>:calls", ":tasks", ":durationMs", ":costUsd", ":refused". */
  usage: (accountId: string, day: string) => `${tag(accountId)}:usage:${day}`,
  /** Stream: one entry per change of the account or its keys. */
  audit: (accountId: string) => `${tag(accountId)}:audit`,

  /** String "<account id> <key id>", never changed once written. */
  credential: (sha256Hex: string) => `key:${sha256Hex}`,
  /** Sorted set: account id by the time of its birth, ms. Playground accounts have an index of their own. */
  accountIndex: (playground: boolean) => (playground ? 'accounts:playground' : 'accounts'),

  /** Counter with a time to live: refused calls of an address in the current window. */
  addressWindow: (address: string) => `{ip:${address}}:window`,
} as const
