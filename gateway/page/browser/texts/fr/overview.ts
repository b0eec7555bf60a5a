/** French: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'

export const french = countingIn('fr')
const { few, number } = french

export const formats: Texts['overview']['formats'] = {
  xer: 'XER de Primavera P6',
  p6_xml: 'XML de Primavera P6',
  ms_project_xml: 'XML de Microsoft Project',
  mpp: 'MPP de Microsoft Project',
  sdef: 'SDEF de l’US Army Corps of Engineers',
  ipmdar_spd: 'SPD d’IPMDAR',
}

export const overview: Texts['overview'] = {
  finish: 'Fin calculée',
  stored: 'Fin dans le fichier',
  noStored: 'Le fichier ne contient pas de dates d’un autre outil.',
  same: 'le même jour',
  apart: days =>
    `${few(Math.abs(days), 'jour calendaire', 'jours calendaires')} plus ${days > 0 ? 'tard' : 'tôt'} que dans le fichier`,
  dataDate: 'Date d’avancement',
  inferred: 'déduite : le fichier n’en a pas',
  noDataDate: 'Aucune',
  tasks: 'Tâches',
  links: 'Liens',
  counts: (complete, active, open) =>
    `${few(complete, 'terminée', 'terminées')}, ${number(active)} en cours, ${number(open)} à faire`,
  critical: 'Critiques',
  criticalNote: (longest, least) =>
    `${number(longest)} sur le chemin le plus long${Number.isFinite(least) ? ` ; marge totale la plus faible ${few(least, 'jour', 'jours')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'jour calendaire', 'jours calendaires')} ${days < 0 ? 'après' : 'avant'} la date de fin impérative, ${must}`,
  leftOut: count => `${few(count, 'élément du fichier omis ou supposé', 'éléments du fichier omis ou supposés')}.`,
  leftOutAll: 'Voir lesquels',
  health: 'Qualité du planning',
  noScore: 'sans note',
  healthNote: 'selon nos propres contrôles ; la note des 14 points de la DCMA est à côté',
  dcma: '14 points de la DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'réussi', 'réussis')}, ${few(failed, 'en échec', 'en échec')}, ${few(skipped, 'écarté', 'écartés')} faute de données`,
  dcmaNone: 'L’évaluation n’a rien donné pour ce fichier.',
  agreement: 'Accord avec l’outil qui a produit le fichier',
  agreementNote:
    'Tâches restantes dont nous calculons aussi la valeur enregistrée. Écarts en jours ouvrés, notre valeur moins la leur.',
  agreementHead: ['Valeur', 'Comparées', 'Identiques', 'Plus grand écart', 'Sur'],
  fields: {
    total_float_days: 'Marge totale',
    early_start: 'Début au plus tôt',
    early_finish: 'Fin au plus tôt',
    late_start: 'Début au plus tard',
    late_finish: 'Fin au plus tard',
  },
  findings: 'Constats',
  noFindings: 'Aucun constat.',
  skipped: 'Ce qui n’a pas été contrôlé, et pourquoi',
  read: 'Ce qui a été lu',
  calendarModes: {
    calendar_days: 'jours calendaires',
    working_days: 'jours ouvrés',
    custom: 'jours du calendrier donné',
    task_calendars: 'calendriers des tâches',
  },
  calendar: 'Compté en',
  format: 'Format',
  formats,
  takeAlong: 'Emporter :',
  save: {
    workbook: 'Classeur (XLSX)',
    whole: 'Rapport de toutes les analyses (HTML)',
    report: 'Chemin critique (HTML)',
    checks: 'Rapport des 14 points de la DCMA (HTML)',
    chart: 'Diagramme de Gantt (SVG)',
  },
  notSaved: why => `Impossible de le produire. ${why}`,
  warnings: 'Omis ou supposé',
}

export const check: Texts['check'] = {
  statuses: {
    pass: 'réussi',
    fail: 'en échec',
    info: 'pour information',
    skipped: 'écarté',
    not_applicable: 'rien à compter',
    cannot: 'aucun planning ne l’a',
    asked: 'question à vous',
    withdrawn: 'retiré par son auteur',
  },
  severities: { critical: 'critique', high: 'élevée', medium: 'moyenne', low: 'faible', info: 'information' },
  value: 'Valeur',
  threshold: 'Limite',
  population: 'Compté sur',
  formula: 'Formule',
  source: 'Source',
  method: 'Mode de calcul',
  noSingleTask: 'Aucune tâche en particulier n’est nommée.',
  operators: { '<=': 'au plus', '>=': 'au moins' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Marge totale',
  band: (from, to) => `${from} à ${to}`,
  floatNote: 'Tâches restantes selon leur marge totale en jours.',
  starts: 'Débuts par mois',
  finishes: 'Fins par mois',
  monthsNote: 'Tâches sans récapitulatives ni level of effort. Dans un long projet, une barre réunit plusieurs mois.',
  curve: 'Avancement dans le temps, en pour cent du total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Chaque tâche compte pour son coût budgété.',
    duration_days: 'Chaque tâche compte pour sa durée, aucune n’ayant de coût.',
  },
  plans: {
    baseline: 'Le prévu est le planning de référence.',
    none: 'Le fichier n’a pas de planning de référence, donc aucun prévu n’est tracé. Déposez la référence à côté pour comparer.',
    file: name => `Le prévu vient des dates de ${name}, qui est le planning de référence.`,
    planned:
      'Le fichier n’a pas de planning de référence, donc pas de prévu par rapport auquel être en avance ou en retard : ses dates planifiées bougent à chaque mise à jour. Déposez la référence à côté pour comparer.',
  },
  tasks: 'Tâches',
  planned: { baseline: 'Prévu (référence)', planned: 'Dates planifiées du fichier' },
  actual: 'Réel',
  forecast: 'Prévision',
  earned: 'Valeur acquise',
  load: 'Charge et capacité',
  loadWaiting: 'Demande de la charge …',
  loadNote: from =>
    `Jours d’une personne ou machine à plein temps, quantité pour une matière, des tâches restantes par période${from === '' ? '' : `, à partir du ${from}`}. La capacité est la limite des ressources au travail dans la période, selon le fichier ; une personne sans limite compte pour une. Une période où une limite manque n’en montre aucune.`,
  noLoad: 'Aucune tâche restante ne nomme de ressource.',
  resource: 'Ressource',
  allResources: count => `Toutes les personnes et machines ensemble (${number(count)})`,
  demand: 'Charge',
  capacity: 'Capacité',
  updates: 'BEI et CPLI au fil des mises à jour',
  updatesNote:
    'Baseline execution index et critical path length index de chaque fichier ; la DCMA demande au moins 0,95 pour les deux.',
  least: 'Minimum',
  undated: 'Le planning n’a pas de dates, donc pas de mois.',
}
