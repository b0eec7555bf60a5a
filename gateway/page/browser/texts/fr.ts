/** The page in French. */
import { offerTexts, type Texts } from '../texts.ts'
import { activities, gantt, table, task } from './fr/activities.ts'
import { audits } from './fr/audits.ts'
import { compare } from './fr/compare.ts'
import { levelling } from './fr/levelling.ts'
import { check, french, overview, plots } from './fr/overview.ts'
import { access, failure, progress, start, where } from './fr/start.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Aller au contenu',
  views: 'Vues',
  language: 'Langue',
  englishSentences:
    'Les phrases qui viennent de l’analyse (constats, contrôles, motifs, remarques) sont en anglais dans toutes les langues.',
  tabs: {
    overview: 'Synthèse',
    activities: 'Tâches',
    audits: 'Audits',
    compare: 'Écarts',
    plots: 'Courbes',
    levelling: 'Nivellement',
  },
  files: {
    label: 'Fichier affiché',
    add: 'Ajouter un fichier à comparer',
    noBaseline: (name, why) => `Le planning de référence n’a pas pu être appliqué à ${name}. ${why}`,
    same: (name, open) => `${name} a le même contenu que ${open}, déjà ouvert.`,
  },
  counting: french,
  number: french.number,
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
}
offerTexts('fr', TEXTS)
