/**
 * The store of objects of a test: with OBJECT_STORE set (and for a bucket the AWS_ variables) that one, in this process as in those it starts;
 * else none, and everything lies in Redis. deploy/test/reliability/places.test.ts runs suites with a folder and with a bucket.
 */
import type { Test } from 'tap'
import { readConfig } from '../platform/config/config.ts'
import { objectSettings } from '../platform/config/object-settings.ts'
import { openObjects } from '../platform/objects/open-objects.ts'
import type { WatchedObjects } from '../platform/objects/watched-objects.ts'

/** The variables of the environment that name a store of objects. */
export const objectEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.values(objectSettings).flatMap(({ env }) => {
      const value = process.env[env]
      return value === undefined ? [] : [[env, value]]
    }),
  )

export function objectsOfTest(t: Test): WatchedObjects | undefined {
  const outcome = readConfig(objectEnvironment(), { coreCount: 2, memoryBytes: 2 ** 32 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const objects = openObjects(outcome.config)
  t.teardown(() => objects?.close())
  return objects
}
