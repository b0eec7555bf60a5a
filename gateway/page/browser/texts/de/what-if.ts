/** German: changes that are tried, and alternatives. */
import type { Texts } from '../../texts.ts'
import { german } from './overview.ts'

const { few, number } = german
const days = (count: number): string => few(Math.round(count * 100) / 100, 'Tag', 'Tage')

export const whatIf: Texts['whatIf'] = {
  heading: 'Was wäre, wenn',
  note: 'Eine Änderung wird sofort erprobt und lässt die Datei, wie sie ist. Strg+Z nimmt sie zurück.',
  complete: 'Er ist abgeschlossen: keine Änderung an ihm verschiebt etwas.',
  expected: finish =>
    `Die Dauer wird aus dem erwarteten Ende ${finish} berechnet: Eine andere Dauer verschiebt nichts.`,
  duration: 'Dauer, T',
  remaining: 'Restdauer, T',
  constraint: 'Einschränkung',
  noConstraint: 'Keine',
  date: 'Datum der Einschränkung',
  calendar: 'Kalender',
  lagOf: id => `Abstand der Beziehung mit ${id}, Tage`,
  removeLink: id => `Beziehung mit ${id} entfernen`,
  addPredecessor: 'Vorgänger hinzufügen',
  addSuccessor: 'Nachfolger hinzufügen',
  id: 'ID des Vorgangs',
  relation: 'Beziehung',
  lag: 'Abstand, T',
  add: 'Hinzufügen',
  unknown: id => `Kein Vorgang hat die ID ${id}.`,
  itself: 'Ein Vorgang kann nicht auf sich selbst folgen.',
  insert: 'Vorgang einfügen',
  where: 'Wo',
  after: 'Dahinter, vor dem, was folgt',
  before: 'Davor, hinter dem, was zu ihm führt',
  name: 'Name',
  newName: 'Neuer Vorgang',
  change: {
    duration: (task, from, to) => `${task}: Dauer ${from} T → ${number(to)} T`,
    remaining: (task, from, to) => `${task}: Restdauer ${from} T → ${number(to)} T`,
    constraint: (task, words) => `${task}: ${words}`,
    noConstraint: task => `${task}: keine Einschränkung`,
    calendar: (task, name) => `${task}: Kalender ${name}`,
    link: (from, to, type, lag) => `${from} → ${to}: ${type}${lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${days(lag)}`}`,
    unlink: (from, to, type) => `${from} → ${to}: keine Beziehung ${type}`,
    add: (name, count) => `Eingefügt: ${name}, ${days(count)}`,
  },
  bar: 'Was wäre, wenn: der Terminplan mit Änderungen',
  finish: (before, after) => `Ende ${before} → ${after}`,
  later: (working, calendar) => {
    const move = working || calendar || 0
    if (move === 0) return 'das Ende bleibt'
    const way = move > 0 ? 'später' : 'früher'
    const inWords = (count: number, one: string, many: string): string =>
      few(Math.abs(Math.round(count * 100) / 100), one, many)
    const counted = working === null ? '' : `${inWords(working, 'Arbeitstag', 'Arbeitstage')} ${way}`
    const other = calendar === null ? '' : inWords(calendar, 'Kalendertag', 'Kalendertage')
    return counted === '' ? `${other} ${way}` : other === '' ? counted : `${counted} (${other})`
  },
  noFinish: 'Der Terminplan hat kein Enddatum.',
  float: (task, before, after) => `Gesamtpuffer von ${task}: ${before} T → ${after} T`,
  moved: count =>
    count === 0 ? 'Kein Vorgang verschiebt sich.' : `${few(count, 'Vorgang verschiebt', 'Vorgänge verschieben')} sich.`,
  lost: count => `Dadurch negativer Puffer: ${few(count, 'Vorgang', 'Vorgänge')}`,
  broken: count => `Termine, die nicht mehr gehalten werden: ${few(count, 'Vorgang', 'Vorgänge')}`,
  waiting: 'Wird berechnet …',
  failed: why => `Das konnte nicht berechnet werden. ${why}`,
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  clear: 'Alles zurücknehmen',
  takeBack: change => `Zurücknehmen: ${change}`,
  keep: 'Behalten',
  keepAs: 'Name der Alternative',
  alternative: n => `Alternative ${number(n)}`,
  alternatives: 'Alternativen',
  head: ['Alternative', 'Änderungen', 'Ende', 'Arbeitstage', 'Kalendertage', 'Vorgänge mit negativem Puffer', ''],
  asSent: 'Wie in der Datei',
  open: 'Öffnen',
  drop: 'Vergessen',
  openOf: name => `${name} öffnen`,
  dropOf: name => `${name} vergessen`,
  save: 'Speichern als',
  saving: 'Wird geschrieben …',
  saved: 'Gespeichert.',
  savedWith: warnings => `Gespeichert. Die Datei kann nicht alles sagen: ${warnings}.`,
  since: day =>
    `Diese Änderungen wurden ${day === '' ? 'früher' : `am ${day}`} ausprobiert und in diesem Browser behalten. Die Datei ist, wie sie war.`,
  elsewhere: count =>
    `${few(count, 'Änderung dieser Datei wird', 'Änderungen dieser Datei werden')} ausprobiert; diese Ansicht zeigt die Datei ohne. Mit:`,
  carries:
    'Eine gespeicherte Datei hat, was der Dienst von einem Terminplan liest: Vorgänge, Beziehungen, Kalender, Einschränkungen, Fortschritt, Werte von Codes, Ressourcen und Zuordnungen. Layouts, Notizen, Dokumente und Beschreibungen der Codewerte des Originals hat sie nicht, und in P6 bekommt jeder Vorgang den Dauertyp Fixed Duration & Units: importieren Sie sie als neues Projekt.',
  datesBefore: 'Ihre Termine sind die vor den Änderungen, bis Ihr Programm sie berechnet (F9).',
  walkOf: 'Beziehungen und ihre Puffer sind die der Datei; mit den Änderungen:',
}
