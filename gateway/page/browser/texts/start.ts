/** Before there is a file: how one comes in, and what the page may call. */
import { readByTool } from '../../../../shared/contract/schedule/file-formats.ts'
import type { KeyKind } from '../service/key.ts'
import { number } from './counting.ts'

export const start = {
  heading: 'See what a schedule says',
  lead: `Drop a schedule here: ${readByTool('or')}, or our JSON.`,
  choose: 'Choose a file',
  sample: 'Open a sample',
  series: 'Open four updates of a claim',
  drop: 'Drop files anywhere on this page. Two or more are compared; the page tells by their data dates which is which.',
  privacy:
    'The file goes to this service alone, and this page loads nothing from any other place. The service keeps nothing of it but the results of large schedules, for a while.',
  kept: 'Files of last time',
  keptNote: 'This browser keeps them on this machine, so that a reload finds them. They went to no other place.',
  again: 'Open them again',
  forget: 'Forget them',
  docs: 'Documentation',
  guide: 'Guide for planners',
  more: 'Calls by curl, methods and sources',
}

/** Which of the two the page is: one that calls a service, or one that is a file and computes itself. */
export const where = {
  service: (host: string) => `Computed by the service at ${host}`,
  file: 'Computed in this page, without a service or a network',
  heading: 'Where it is computed',
  told: [
    'This page is one file with the whole engine in it. It computes in this browser. No file leaves this machine: the browser is told to let the page call nothing.',
    'Every analysis gives what a service of this version gives, to the byte. Accounts, keys, jobs and schedules that are kept need the service. A schedule may have as many tasks as the memory of the browser holds.',
  ] as const,
  offer: 'Without a service:',
  take: 'take this page along as one file (sis.html)',
  tooOld:
    'This browser is too old for the page without a service. It needs Chrome or Edge 114, Firefox 122, Safari 17.4, or a later one.',
}

export const access = {
  heading: 'What the page calls with',
  kinds: {
    own: () => 'Your own key. It stays in this tab and is forgotten when you close it.',
    local: tier => `A key of this machine (tier ${tier}). Only the user who runs the service gets it.`,
    playground: (_tier, tasks, calls) =>
      `A playground key: schedules of up to ${number(tasks)} tasks, ${number(calls)} calls, 24 hours. A key of your own lifts that.`,
  } satisfies Record<KeyKind, (tier: string, tasks: number, calls: number) => string>,
  others:
    'The key of this machine is for the user who runs the service, in the browser that opened this page first. For this browser open the address that is printed by: npm run admin -- page open. Or enter a key that was made by: npm run admin -- key create --tier government',
  own: 'Key of your own',
  use: 'Use this key',
  forget: 'Forget my key',
}
