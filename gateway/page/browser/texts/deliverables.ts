/** Files for authorities: what is missing in them, and whether somebody else's keeps the rules. */
import type { Effect } from '../../../../shared/contract/deliverables/data.ts'
import type { DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { few, number } from './counting.ts'

export const deliverables = {
  heading: 'Files for authorities',
  note: (file: string) => `Made from ${file}. What is missing is listed before anything is written.`,
  list: 'Formats',
  formats: {
    'ipmdar-spd': 'IPMDAR SPD (DoD)',
    'doe-pars': 'PARS (DOE)',
    'usace-sdef': 'SDEF (USACE)',
  } satisfies Record<DeliverableName, string>,
  validate: 'Validate a file',
  baseline: (file: string) => `Its baseline is ${file}.`,
  noBaseline: 'No open file is the baseline: one is chosen under Changes.',
  waiting: 'Looking for what is missing …',
  failed: (why: string) => `It could not be made. ${why}`,
  effects: {
    cannot_be_written: 'cannot be written',
    rejected: 'rejected',
    flagged: 'asked for',
    accepted: 'may be empty',
  } satisfies Record<Effect, string>,
  missing: 'What is missing',
  missingNone: 'Nothing is missing.',
  missingHead: ['Field', 'Rows', 'What, and how to give it'] as const,
  rows: (rows: number, of: number) => `${number(rows)} of ${number(of)}`,
  hint: 'Where tasks have a value: code:NAME is an activity code, udf:NAME a custom field, value:TEXT the same text for all. What you enter is kept in this browser, by format.',
  given: 'Values that you gave',
  valueOf: (field: string) => `Value of ${field}`,
  again: 'Check again',
  make: 'Make the file',
  making: 'The file is made …',
  made: (name: string) => `Saved as ${name}.`,
  allow: 'Make it although the receiver rejects it',
  shorten: 'Shorten IDs that are too long',
  changes: 'What is written otherwise',
  changesHead: ['Field', 'Rows', 'What'] as const,
  validateNote: 'Anybody’s SPD, PARS or SDEF file is held against the rules of its format.',
  choose: 'Choose a file',
  validating: (name: string) => `Reading ${name} …`,
  valid: (name: string, format: string) => `${name} keeps the rules of ${format}.`,
  invalid: (name: string, format: string, errors: number, warnings: number) =>
    `${name}, read as ${format}: ${few(errors, 'error', 'errors')}, ${few(warnings, 'warning', 'warnings')}.`,
  severities: { error: 'error', warning: 'warning' },
  faultsHead: ['Severity', 'Field', 'Places', 'Rule', 'First places'] as const,
  place: (row: number) => `row ${number(row)}`,
}
