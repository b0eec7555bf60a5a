/** German: levelling. */
import type { Texts } from '../../texts.ts'
import { german } from './overview.ts'

const { few, number } = german

export const levelling: Texts['levelling'] = {
  heading: 'Welcher Vorgang auf welche Ressource wartet, und bis wann',
  failed: 'Der Abgleich ist nicht gelungen.',
  stale: 'Was unten steht, gilt für die vorige Auswahl.',
  running: 'Kapazitätsabgleich läuft …',
  cancel: 'Abbrechen',
  keepBest: 'Beenden und das Beste bis jetzt behalten',
  again: 'Noch einmal beginnen',
  done: (percent, left) => `${percent} %${left}`,
  left: seconds => `, höchstens noch etwa ${few(seconds, 'Sekunde', 'Sekunden')}`,
  finishBefore: 'Ende vor dem Abgleich',
  finishAfter: 'Ende nach dem Abgleich',
  moves: (working, calendar) => `${working} Arbeitstage${calendar === '' ? '' : `, ${calendar} Kalendertage`}`,
  sameFinish: 'dasselbe',
  bound: 'Nicht früher als',
  boundBy: (by, days, percent) => {
    if (days === 0) return `untere Schranke durch ${by}, erreicht`
    const apart = `${few(Math.abs(days), 'Arbeitstag', 'Arbeitstage')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `untere Schranke durch ${by}; ${apart} entfernt`
      : `untere Schranke durch ${by}; das Ende liegt ${apart} davor, weil Vorgänge über einer Grenze liegen`
  },
  criticalPath: 'den kritischen Pfad',
  workOf: resource => `die Arbeit von ${resource}`,
  later: 'Vorgänge, die später beginnen',
  laterNote: (days, splits) =>
    `insgesamt ${few(days, 'Arbeitstag', 'Arbeitstage')}${splits === 0 ? '' : `; ${few(splits, 'Vorgang wird', 'Vorgänge werden')} unterbrochen`}`,
  unresolved: 'Nicht gelöst',
  unresolvedNote: 'Vorgänge, wo eine Grenze überschritten bleibt',
  over: 'Arbeit über den Grenzen',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} vor dem Abgleich`,
  how: 'Wie abgeglichen wird',
  rule: 'Wer Vorrang hat',
  ruleOfFile: 'Wie die Datei sagt, sonst frühestes spätestes Ende',
  rules: {
    p6: 'P6: Priorität, dann Vorgangs-ID',
    ms_project_id: 'Microsoft Project: nur Nr.',
    ms_project_standard: 'Microsoft Project: Standard',
    ms_project_priority_standard: 'Microsoft Project: Priorität, Standard',
    late_finish: 'Frühestes spätestes Ende',
    late_start: 'Frühester spätester Anfang',
    total_float: 'Kleinster Gesamtpuffer',
    early_start: 'Frühester Anfang',
    successors: 'Meiste Nachfolger',
    rank_weight: 'Längster mit seinen Nachfolgern',
    shortest: 'Kürzester',
  },
  effort: 'Aufwand',
  efforts: {
    fast: 'Schnell: ein Durchgang',
    good: 'Gut: sucht einige Sekunden',
    best: 'Am besten: sucht länger',
  },
  objective: 'Ziel der Suche',
  objectives: {
    earliest_finish: 'Frühestes Ende',
    least_change: 'Wenigste Tage Verzögerung',
    flattest_use: 'Gleichmäßigste Auslastung',
  },
  withinFloat: 'Nur innerhalb des Gesamtpuffers',
  splits: 'Arbeit darf unterbrochen werden',
  floatKept: 'Zu erhaltender Puffer, Tage',
  period: 'Histogramm je',
  periods: { day: 'Tag', week: 'Woche', month: 'Monat' },
  limits: 'Grenzen der Ressourcen',
  limitsNote:
    'Einheiten gleichzeitig: Vollzeitkräfte oder Maschinen, bei Material die Menge je Tag. Eine Änderung gleicht neu ab. Was nicht angekreuzt ist, hat keine Grenze.',
  limitsHead: [
    '',
    'Ressource',
    'Grenze, Einheiten',
    'Schieben',
    'Aus',
    'Vorgänge',
    'Höchstens gleichzeitig',
    'Arbeit darüber, Stunden',
  ],
  levelIt: resource => `${resource} abgleichen`,
  limitOf: resource => `Grenze von ${resource}, Einheiten`,
  sources: {
    request: 'hier eingegeben',
    schedule: 'der Datei',
    default: 'keiner Angabe: 1 angenommen',
    none: 'ohne Grenze',
  },
  leftOut: {
    no_limit: 'ohne Grenze',
    not_asked_for: 'nicht abgeglichen',
    not_used: 'kein offener Vorgang verwendet sie',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Zurück zu den Grenzen der Datei',
  histogram: 'Auslastung vorher und nachher',
  resource: 'Ressource',
  histogramNote: resource =>
    `Einheitenstunden von ${resource} je Zeitabschnitt. Die Grenze sind die Einheiten mal die Stunden des eigenen Kalenders: Arbeit in einem längeren Kalender kann darüber liegen, ohne gleichzeitig mehr Einheiten zu brauchen.`,
  before: 'Vor dem Abgleich',
  after: 'Nach dem Abgleich',
  limit: 'Grenze',
  moved: count => `Verschobene Vorgänge: ${number(count)}`,
  movedNone: 'Kein Vorgang wurde verschoben.',
  movedLeftOut: count => `${few(count, 'weiterer hat', 'weitere haben')} in der Antwort keinen Platz.`,
  movedHead: [
    'ID',
    'Vorgang',
    'Anfang vorher',
    'Anfang nachher',
    'Ende vorher',
    'Ende nachher',
    'Arbeitstage',
    'Kalendertage',
    'Warum',
  ],
  marked: 'Durch den Abgleich verschoben',
  stands: count => `Nicht gelöst: ${number(count)}`,
  standsHead: ['ID', 'Vorgang', 'Ressource', 'Braucht, Einheiten', 'Höchstens vorhanden', 'Warum'],
  take: 'Der abgeglichene Terminplan',
  takeNote:
    'Jeder verschobene Vorgang hat die Einschränkung, nicht vor seinem neuen Anfang zu beginnen, nach den Regeln von Microsoft Project eine Abgleichsverzögerung. Die geöffnete Datei bleibt, wie sie ist.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'Hier öffnen',
  nameOf: stem => `${stem} abgeglichen.json`,
  written: otherwise => (otherwise === '' ? 'Gespeichert.' : `Gespeichert. In der Datei steht anders: ${otherwise}.`),
  notTaken: why => `Konnte nicht erstellt werden. ${why}`,
  schemes: { serial: 'seriell', parallel: 'parallel' },
  settings: (scheme, made, most) =>
    `Eingeplant nach dem Schema „${scheme}“; ${few(made, 'Terminplan', 'Terminpläne')} erzeugt, höchstens ${number(most)}. Dieselbe Eingabe gibt überall dasselbe Ergebnis.`,
  nothing:
    'Kein offener Vorgang verwendet eine Ressource mit Grenze, also gibt es nichts abzugleichen. Geben Sie einer Ressource eine Grenze, oder öffnen Sie eine Datei mit Ressourcen.',
  noResources: 'Die offenen Vorgänge dieser Datei nennen keine Ressource, also gibt es nichts abzugleichen.',
}
