/** The page in German. */
import type { Texts } from '../texts.ts'
import { activities, gantt, table, task } from './de/activities.ts'
import { audits } from './de/audits.ts'
import { compare } from './de/compare.ts'
import { deliverables } from './de/deliverables.ts'
import { levelling } from './de/levelling.ts'
import { check, german, overview, plots } from './de/overview.ts'
import { report } from './de/report.ts'
import { settings } from './de/settings.ts'
import { access, failure, progress, start, where } from './de/start.ts'
import { whatIf } from './de/what-if.ts'
import { offerTexts } from './languages.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Zum Inhalt springen',
  views: 'Ansichten',
  language: 'Sprache',
  colon: ': ',
  englishSentences:
    'Sätze, die von der Analyse kommen (Befunde, Prüfungen, Begründungen, Hinweise), sind in jeder Sprache englisch.',
  tabs: {
    overview: 'Übersicht',
    activities: 'Vorgänge',
    audits: 'Audits',
    compare: 'Änderungen',
    plots: 'Diagramme',
    levelling: 'Kapazitätsabgleich',
    deliverables: 'Abgabe',
  },
  files: {
    label: 'Angezeigte Datei',
    add: 'Datei zum Vergleich hinzufügen',
    close: 'Diese Datei schließen',
    otherProject: (name, closed) =>
      `${name} gehört zu einem anderen Projekt: Kaum ein Vorgang steht in ${closed === 1 ? 'der vorher geöffneten Datei' : 'den vorher geöffneten Dateien'} (${closed}). Sie ist deshalb allein geöffnet; um die anderen wieder zu sehen, öffnen Sie sie erneut.`,
    noBaseline: (name, why) => `Der Basisplan konnte für ${name} nicht verwendet werden. ${why}`,
    same: (name, open) => `${name} hat denselben Inhalt wie die schon geöffnete Datei ${open}.`,
  },
  counting: german,
  number: german.number,
  start,
  where,
  access,
  progress,
  failure,
  overview,
  check,
  audits,
  activities,
  gantt,
  task,
  plots,
  levelling,
  table,
  compare,
  whatIf,
  report,
  settings,
  deliverables,
}
offerTexts('de', TEXTS)
