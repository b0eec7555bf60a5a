/** German: files for authorities. */
import type { Texts } from '../../texts.ts'
import { german } from './overview.ts'

const { few, number } = german

export const deliverables: Texts['deliverables'] = {
  heading: 'Dateien für Behörden',
  note: (file: string) => `Aus ${file}. Was fehlt, steht da, bevor etwas geschrieben wird.`,
  list: 'Formate',
  formats: { 'ipmdar-spd': 'IPMDAR SPD (DoD)', 'doe-pars': 'PARS (DOE)', 'usace-sdef': 'SDEF (USACE)' },
  validate: 'Eine Datei prüfen',
  baseline: (file: string) => `Basisplan ist ${file}.`,
  noBaseline: 'Keine geöffnete Datei ist der Basisplan: Er wird unter Änderungen gewählt.',
  waiting: 'Es wird gesucht, was fehlt …',
  failed: (why: string) => `Sie konnte nicht erstellt werden. ${why}`,
  effects: {
    cannot_be_written: 'nicht schreibbar',
    rejected: 'abgewiesen',
    flagged: 'wird nachgefragt',
    accepted: 'darf leer sein',
  },
  missing: 'Was fehlt',
  missingNone: 'Nichts fehlt.',
  missingHead: ['Feld', 'Zeilen', 'Was, und wie es anzugeben ist'],
  rows: (rows: number, of: number) => `${number(rows)} von ${number(of)}`,
  hint: 'Woher Vorgänge einen Wert haben: code:NAME ist ein Vorgangscode, udf:NAME ein eigenes Feld, value:TEXT derselbe Text für alle. Ihre Angaben bleiben in diesem Browser, je Format.',
  given: 'Ihre Angaben',
  valueOf: (field: string) => `Wert von ${field}`,
  again: 'Erneut prüfen',
  make: 'Datei erstellen',
  making: 'Die Datei wird erstellt …',
  made: (name: string) => `Gespeichert als ${name}.`,
  allow: 'Erstellen, obwohl der Empfänger sie abweist',
  shorten: 'Zu lange IDs kürzen',
  changes: 'Was anders geschrieben wird',
  changesHead: ['Feld', 'Zeilen', 'Was'],
  validateNote: 'Eine SPD-, PARS- oder SDEF-Datei von irgendwem wird an den Regeln ihres Formats gemessen.',
  choose: 'Datei wählen',
  validating: (name: string) => `${name} wird gelesen …`,
  valid: (name: string, format: string) => `${name} hält die Regeln von ${format} ein.`,
  invalid: (name: string, format: string, errors: number, warnings: number) =>
    `${name}, gelesen als ${format}: ${few(errors, 'Fehler', 'Fehler')}, ${few(warnings, 'Warnung', 'Warnungen')}.`,
  severities: { error: 'Fehler', warning: 'Warnung' },
  faultsHead: ['Schwere', 'Feld', 'Stellen', 'Regel', 'Erste Stellen'],
  place: (row: number) => `Zeile ${number(row)}`,
}
