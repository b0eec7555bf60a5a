/** German: settings, and what keys do. */
import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  open: 'Einstellungen',
  heading: 'Einstellungen und Tasten',
  note: 'In diesem Browser behalten, für alle Dateien, und in der Adresse.',
  criticalBy: 'Kritisch ist',
  by: { float: 'ein Gesamtpuffer von 0 oder weniger', longest: 'der längste Pfad' },
  nearDays: 'Nahezu kritisch bis zu einem Gesamtpuffer von (Tage)',
  criticalDays: 'Kritisch bis zu einem Gesamtpuffer von (Tage)',
  unit: 'Dauern und Puffer der Tabelle in',
  units: { days: 'Tagen', hours: 'Stunden' },
  hours: 'Stunden eines Tages',
  statusDate: 'Stichtag der gezeigten Datei',
  project: 'Ihr Projekt, wo die Datei mehrere hat: ID',
  differs: (what: string) => `Anders als in der Datei eingestellt: ${what}.`,
  back: 'Wie zuvor',
  close: 'Schließen',
  keys: 'Tasten',
  keyList: [
    ['?', 'Einstellungen und Tasten'],
    ['1 bis 7', 'Übersicht, Vorgänge, Diagramme, Kapazitätsabgleich, Änderungen, Audits, Abgabe'],
    ['/', 'In den Vorgängen suchen'],
    ['↑ ↓, Bild, Pos1, Ende', 'Einen Vorgang in der Tabelle wählen'],
    ['← →', 'Eine Gruppe zu- und aufklappen'],
    ['Eingabe', 'Vom Vorgang zu seinen Einzelheiten'],
    ['+ −', 'Balken vergrößern und verkleinern'],
    ['Strg Z, Strg Umschalt Z', 'Eine erprobte Änderung zurücknehmen und wieder machen'],
    ['Alt ← →, Umschalt ← →', 'Auf dem Titel einer Spalte: verschieben, breiter und schmaler machen'],
    ['Esc', 'Dies schließen'],
  ],
}
