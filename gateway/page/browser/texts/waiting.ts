/** While a file is read, and when it could not be. */
import type { Stage } from '../service/messages.ts'
import { few, number } from './counting.ts'

export const progress = {
  heading: (name: string) => `Reading ${name}`,
  stages: {
    upload: () => 'Sending the file',
    queue: position =>
      position > 0 ? `Waiting: ${few(position, 'job', 'jobs')} before this one` : 'Waiting for a place',
    compute: () => 'Computing',
    read: () => 'Fetching the result',
  } satisfies Record<Stage, (queuePosition: number) => string>,
  cancel: 'Cancel',
}

export const failure = {
  heading: (name: string) => `${name} could not be analysed`,
  byCode: {
    network: 'The service did not answer. Check that it still runs, and try again.',
    cancelled: 'You cancelled it.',
    other_search:
      'The search ended with another schedule this time than the one that is shown, so nothing was saved. Level anew with “Schedules at most”: it ends at the same place each time.',
    too_long:
      'It took longer than five minutes in this browser, and was ended. A service takes larger schedules, as jobs.',
    validation: 'The file was read, but some of its values cannot be used:',
    body_empty: 'The file is empty.',
    unreadable: 'The browser could not read it. Is it a folder, or was it moved or changed since?',
    undated: 'Files are put in order by their data dates, and these have none:',
    broken: 'What came back is no reply of the service: a proxy may have answered. Try again.',
    page: 'The page failed. Reload it and try again.',
  },
  /** What the page says where the service says something else. */
  instead: {
    deadline_exceeded:
      'It took longer than a call may: the machine is busy, or the schedule is large. Try again; a search with less effort takes less.',
    credentials_invalid:
      'The service does not know the key that the page calls with. Enter another one at the start, or forget it there.',
  },
  noKey: 'This browser has no key for this file. How it gets one stands below.',
  file: 'The file',
  tooDeep: (file: string) => `${file} is nested too deeply to be read.`,
  jsonBroken: (file: string, line: number, column: number, found: string) =>
    `${file} is not valid JSON: ${found} in line ${number(line)}, column ${number(column)} does not belong there.`,
  jsonEnds: (file: string, line: number, column: number) =>
    `${file} is not valid JSON: it ends too early, in line ${number(line)}, column ${number(column)}.`,
  unknown: (code: string) => `The service refused it (${code}).`,
  again: 'Choose another file',
  retry: 'Try again',
  busy: 'The limit counts the time of the clock. Where other programs keep the machine busy, a second try can succeed.',
  goOn: 'Back to the files that are open',
}
