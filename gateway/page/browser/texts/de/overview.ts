/** German: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'
import { checkTitles } from './check-titles.ts'

export const german = countingIn('de')
const { few, number } = german

export const formats: Texts['overview']['formats'] = {
  xer: 'XER von Primavera P6',
  p6_xml: 'XML von Primavera P6',
  ms_project_xml: 'XML von Microsoft Project',
  mpp: 'MPP von Microsoft Project',
  sdef: 'SDEF des US Army Corps of Engineers',
  ipmdar_spd: 'SPD von IPMDAR',
}

export const overview: Texts['overview'] = {
  takes: length => `Das Projekt dauert ${length}.`,
  spans: {
    calendar_days: days => few(days, 'Kalendertag', 'Kalendertage'),
    working_days: days => few(days, 'Arbeitstag', 'Arbeitstage'),
    custom: days => few(days, 'Tag des angegebenen Kalenders', 'Tage des angegebenen Kalenders'),
    task_calendars: days => few(days, 'Kalendertag', 'Kalendertage, den ersten und den letzten mitgezählt'),
  },
  andHours: (days, hours, hoursPerDay) =>
    `${days} und ${few(hours, 'Stunde', 'Stunden')} (von ${number(hoursPerDay)} am Tag)`,
  paths: (longest, near, most) =>
    `${few(longest, 'Vorgang liegt', 'Vorgänge liegen')} auf dem längsten Pfad, ${number(near)} ${near === 1 ? 'ist' : 'sind'} nahezu kritisch (Gesamtpuffer über 0 und bis ${few(most, 'Tag', 'Tage')}).`,
  nearAndCritical: count =>
    `Davon ${few(count, 'ist', 'sind')} auch kritisch, da die Datei selbst mehr Puffer als 0 als kritisch zählt.`,
  finish: 'Berechnetes Ende',
  stored: 'Ende laut Datei',
  noStored: 'Die Datei enthält keine Termine eines anderen Programms.',
  same: 'derselbe Tag',
  apart: days =>
    `${few(Math.abs(days), 'Kalendertag', 'Kalendertage')} ${days > 0 ? 'später' : 'früher'} als in der Datei`,
  dataDate: 'Stichtag',
  inferred: 'abgeleitet: die Datei hat keinen',
  fromStart: 'die Datei hat keinen: gerechnet vom Anfang des Projekts',
  noDataDate: 'Keiner',
  tasks: 'Vorgänge',
  links: 'Anordnungsbeziehungen',
  counts: (complete, active, open) =>
    `${number(complete)} abgeschlossen, ${number(active)} in Arbeit, ${number(open)} nicht begonnen`,
  critical: 'Kritisch',
  criticalNote: (open, done, least) =>
    `${number(open)} offene ${done === 0 ? '' : `und ${number(done)} abgeschlossene `}auf dem längsten Pfad${Number.isFinite(least) ? `; kleinster Gesamtpuffer ${few(least, 'Tag', 'Tage')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'Kalendertag', 'Kalendertage')} ${days < 0 ? 'nach' : 'vor'} dem spätesten Endtermin ${must}`,
  marginOf: (task, must, days) =>
    `${few(Math.abs(days), 'Kalendertag', 'Kalendertage')} nach dem ${must}, dem spätesten Tag, den die Datei für ${task} erlaubt`,
  projects: count => `Die Datei hat ${few(count, 'Projekt', 'Projekte')}. Gezeigt wird`,
  leftOut: count => `${few(count, 'Angabe', 'Angaben')} der Datei ausgelassen oder angenommen.`,
  leftOutAll: 'Welche das sind',
  health: 'Planqualität',
  noScore: 'keine Note',
  healthNote: 'nach eigenen Prüfungen; die Note der 14 Punkte der DCMA steht daneben',
  dcma: '14 Punkte der DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${number(passed)} bestanden, ${number(failed)} nicht bestanden, ${number(skipped)} mangels Daten ausgelassen`,
  checking: 'Die Prüfungen werden gerechnet …',
  dcmaNone: 'Die Prüfung lieferte für diese Datei kein Ergebnis.',
  agreement: 'Übereinstimmung mit dem Programm, das die Datei erzeugt hat',
  agreementNote:
    'Offene Vorgänge, deren gespeicherten Wert auch wir berechnen. Abweichungen in Arbeitstagen, unser Wert minus der gespeicherte.',
  notStored: 'nicht in der Datei',
  pathNote:
    'Von erledigter Arbeit kennzeichnet das Programm mehr: unser längster Pfad hat sie nur, soweit ihre Ist-Termine das Folgende halten.',
  agreementHead: ['Wert', 'Verglichen', 'Gleich', 'Größte Abweichung', 'Bei'],
  fields: {
    longest_path: 'Längster Pfad',
    total_float_days: 'Gesamtpuffer',
    early_start: 'Frühester Anfang',
    early_finish: 'Frühestes Ende',
    late_start: 'Spätester Anfang',
    late_finish: 'Spätestes Ende',
  },
  findings: 'Befunde',
  findingsNote:
    'Eine Anzahl kann von der einer Prüfung oben abweichen: Jede zählt ihre eigenen Vorgänge, mit oder ohne Meilensteine, Level of Effort und Fertiges. Worüber sie zählt, steht dort, wo sie sich öffnet, und auf der Seite ihrer Methode.',
  noFindings: 'Keine Befunde.',
  skipped: 'Was nicht geprüft wurde, und warum',
  read: 'Was gelesen wurde',
  calendarModes: {
    calendar_days: 'Kalendertagen',
    working_days: 'Arbeitstagen',
    custom: 'Tagen des angegebenen Kalenders',
    task_calendars: 'den Kalendern der Vorgänge',
  },
  calendar: 'Gezählt in',
  format: 'Format',
  formats,
  takeAlong: 'Mitnehmen:',
  save: {
    workbook: 'Arbeitsmappe (XLSX)',
    whole: 'Bericht aller Analysen (HTML)',
    report: 'Kritischer Pfad (HTML)',
    checks: 'Bericht der 14 Punkte der DCMA (HTML)',
    chart: 'Balkenplan (SVG)',
  },
  notSaved: why => `Konnte nicht erstellt werden. ${why}`,
  warnings: 'Ausgelassen oder angenommen',
}

export const check: Texts['check'] = {
  titles: {
    ...checkTitles,
    'DCMA-01': 'Logik',
    'DCMA-02': 'Vorzüge',
    'DCMA-03': 'Abstände',
    'DCMA-04': 'Arten der Anordnungsbeziehungen',
    'DCMA-05': 'Harte Einschränkungen',
    'DCMA-06': 'Hoher Puffer',
    'DCMA-07': 'Negativer Puffer',
    'DCMA-08': 'Lange Dauer',
    'DCMA-09': 'Ungültige Termine',
    'DCMA-10': 'Ressourcen',
    'DCMA-11': 'Versäumte Vorgänge',
    'DCMA-12': 'Test des kritischen Pfads',
    'DCMA-13': 'Längenindex des kritischen Pfads (CPLI)',
    'DCMA-14': 'Erfüllung des Basisplans (BEI)',
  },
  statuses: {
    pass: 'bestanden',
    fail: 'nicht bestanden',
    info: 'zur Information',
    skipped: 'ausgelassen',
    not_applicable: 'nichts zu zählen',
    cannot: 'hat kein Terminplan',
    asked: 'Frage an Sie',
    withdrawn: 'vom Herausgeber zurückgezogen',
  },
  severities: {
    critical: 'kritisch',
    high: 'hoch',
    medium: 'mittel',
    low: 'gering',
    info: 'Hinweis',
  },
  value: 'Wert',
  threshold: 'Grenzwert',
  ownLimit: 'eigener Grenzwert',
  publishedLimit: 'Veröffentlichter Grenzwert',
  population: 'Gezählt über',
  formula: 'Formel',
  source: 'Quelle',
  method: 'Wie es berechnet wird',
  noSingleTask: 'Kein einzelner Vorgang ist genannt.',
  operators: { '<=': 'höchstens', '>=': 'mindestens' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Gesamtpuffer',
  band: (from, to) => `${from} bis ${to}`,
  floatNote: 'Offene Vorgänge nach ihrem Gesamtpuffer in Tagen.',
  starts: 'Anfänge je Monat',
  finishes: 'Enden je Monat',
  monthsNote:
    'Vorgänge ohne Sammelvorgänge und Level of Effort. In langen Projekten stehen mehrere Monate in einem Balken.',
  curve: 'Leistung über die Zeit, in Prozent des Ganzen',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Jeder Vorgang zählt mit seinen Plankosten.',
    duration_days: 'Jeder Vorgang zählt mit seiner Dauer, da keiner Kosten hat.',
  },
  plans: {
    baseline: 'Der Plan ist der Basisplan.',
    none: 'Die Datei hat keinen Basisplan, daher ist kein Plan gezeichnet. Legen Sie den Basisplan daneben ab, um zu vergleichen.',
    file: name => `Der Plan sind die Termine des Basisplans ${name}.`,
    planned:
      'Die Datei hat keinen Basisplan, also gibt es keinen Plan, dem man voraus oder hinterher sein könnte: ihre geplanten Termine wandern mit jeder Aktualisierung. Legen Sie den Basisplan daneben ab, um zu vergleichen.',
  },
  tasks: 'Vorgänge',
  open: what => `zeigt die Vorgänge von ${what}`,
  floatOf: band => `Gesamtpuffer ${band} Tage`,
  inWork: date => `In Arbeit am ${date}`,
  planned: { baseline: 'Plan (Basisplan)', planned: 'Geplante Termine der Datei' },
  actual: 'Ist',
  forecast: 'Prognose',
  earned: 'Fertigstellungswert',
  load: 'Bedarf und Kapazität',
  loadWaiting: 'Bedarf wird abgefragt …',
  loadNote: from =>
    `Tage einer Vollzeitkraft oder einer Maschine, bei Material die Menge, der offenen Vorgänge je Zeitabschnitt${from === '' ? '' : `, ab ${from}`}. Die Kapazität sind die Höchsteinheiten der Ressourcen, die im Zeitabschnitt Arbeit haben, laut Datei; eine ohne Angabe zählt als eine. Ein Zeitabschnitt, in dem einer die Grenze fehlt, zeigt keine.`,
  noLoad: 'Kein offener Vorgang nennt eine Ressource.',
  resource: 'Ressource',
  allResources: count => `Alle Personen und Maschinen zusammen (${number(count)})`,
  demand: 'Bedarf',
  capacity: 'Kapazität',
  updates: 'BEI und CPLI über die Aktualisierungen',
  updatesNote:
    'Baseline Execution Index und Critical Path Length Index jeder Datei; die DCMA verlangt von beiden mindestens 0,95.',
  least: 'Mindestwert',
  undated: 'Der Terminplan hat keine Termine, also gibt es keine Monate.',
}
