/** The page in French: the words of planners in France and of the French Project and P6. */
import type { Texts } from '../texts.ts'
import { activities, gantt, table, task } from './fr/activities.ts'
import { audits } from './fr/audits.ts'
import { compare } from './fr/compare.ts'
import { deliverables } from './fr/deliverables.ts'
import { levelling } from './fr/levelling.ts'
import { check, french, overview, plots } from './fr/overview.ts'
import { report } from './fr/report.ts'
import { settings } from './fr/settings.ts'
import { access, failure, progress, start, where } from './fr/start.ts'
import { whatIf } from './fr/what-if.ts'
import { offerTexts } from './languages.ts'

/** No line begins with a colon, a semicolon or another sign that French parts from its word. */
function spaced<Of>(texts: Of): Of {
  if (typeof texts === 'string') return texts.replaceAll(/ (?=[:;?!%»])|(?<=«) /g, '\u00a0') as Of
  if (typeof texts === 'function') return ((...given: unknown[]) => spaced(texts(...given))) as Of
  if (Array.isArray(texts)) return texts.map(spaced) as Of
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, each]) => [key, spaced(each)])) as Of
}

const TEXTS: Omit<Texts, 'counting' | 'number'> = {
  title: 'Schedule Intelligence Service',
  skip: 'Aller au contenu',
  views: 'Vues',
  language: 'Langue',
  colon: ' : ',
  englishSentences:
    'Les phrases qui viennent de l’analyse (constats, contrôles, explications, remarques) sont en anglais dans toutes les langues.',
  tabs: {
    overview: 'Synthèse',
    activities: 'Tâches',
    audits: 'Audits',
    compare: 'Changements',
    plots: 'Graphiques',
    levelling: 'Nivellement',
    deliverables: 'Remise',
  },
  files: {
    label: 'Fichier affiché',
    add: 'Ajouter un fichier à comparer',
    close: 'Fermer ce fichier',
    otherProject: (name, closed) =>
      `${name} est d’un autre projet : presque aucune tâche ne figure dans ${closed === 1 ? 'le fichier ouvert avant' : 'les fichiers ouverts avant'} (${closed}). Il est donc ouvert sans eux ; pour les revoir, ouvrez-les de nouveau.`,
    noBaseline: (name, why) => `Le planning de référence n’a pas pu être utilisé pour ${name}. ${why}`,
    same: (name, open) => `${name} a le même contenu que ${open}, déjà ouvert.`,
  },
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
offerTexts('fr', { ...spaced(TEXTS), counting: french, number: french.number })
