/** French: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'
import { checkTitles } from './check-titles.ts'

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
  takes: length => `Le projet dure ${length}.`,
  spans: {
    calendar_days: days => few(days, 'jour calendaire', 'jours calendaires'),
    working_days: days => few(days, 'jour ouvré', 'jours ouvrés'),
    custom: days => few(days, 'jour du calendrier donné', 'jours du calendrier donné'),
    task_calendars: days => few(days, 'jour calendaire', 'jours calendaires, le premier et le dernier compris'),
  },
  andHours: (days, hours, hoursPerDay) =>
    `${days} et ${few(hours, 'heure', 'heures')} (sur ${number(hoursPerDay)} par jour)`,
  paths: (longest, near, most) =>
    `${few(longest, 'tâche est', 'tâches sont')} sur le chemin le plus long, ${number(near)} presque critiques (marge totale au-dessus de 0 et jusqu’à ${few(most, 'jour', 'jours')}).`,
  nearAndCritical: count =>
    `${few(count, 'de ces tâches est aussi critique', 'de ces tâches sont aussi critiques')}, car le fichier compte lui-même comme critique une marge au-dessus de 0.`,
  finish: 'Fin calculée',
  stored: 'Fin selon le fichier',
  noStored: 'Le fichier ne contient pas de dates d’un autre logiciel.',
  same: 'le même jour',
  apart: days =>
    `${few(Math.abs(days), 'jour calendaire', 'jours calendaires')} plus ${days > 0 ? 'tard' : 'tôt'} que dans le fichier`,
  dataDate: 'Date d’état',
  inferred: 'déduite : le fichier n’en a pas',
  fromStart: 'le fichier n’en a pas : calculé depuis le début du projet',
  noDataDate: 'Aucune',
  tasks: 'Tâches',
  links: 'Liens',
  counts: (complete, active, open) =>
    `${few(complete, 'achevée', 'achevées')}, ${number(active)} en cours, ${few(open, 'non commencée', 'non commencées')}`,
  critical: 'Critiques',
  criticalNote: (open, done, least) =>
    `${number(open)} à faire ${done === 0 ? '' : `et ${number(done)} terminées `}sur le chemin le plus long${Number.isFinite(least) ? ` ; marge totale minimale ${few(least, 'jour', 'jours')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'jour calendaire', 'jours calendaires')} ${days < 0 ? 'après' : 'avant'} la date de fin imposée, ${must}`,
  marginOf: (task, must, days) =>
    `${few(Math.abs(days), 'jour calendaire', 'jours calendaires')} après le ${must}, dernier jour que le fichier permet pour ${task}`,
  projects: count => `Le fichier contient ${few(count, 'projet', 'projets')}. Affiché :`,
  leftOut: count => `${few(count, 'donnée du fichier omise ou supposée', 'données du fichier omises ou supposées')}.`,
  leftOutAll: 'Voir lesquelles',
  health: 'Qualité du planning',
  noScore: 'sans note',
  healthNote: 'selon nos propres contrôles ; la note des 14 points de la DCMA figure à côté',
  dcma: '14 points de la DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'satisfait', 'satisfaits')}, ${few(failed, 'non satisfait', 'non satisfaits')}, ${number(skipped)} omis faute de données`,
  checking: 'Les contrôles sont en cours de calcul …',
  dcmaNone: 'L’évaluation n’a pas donné de résultat pour ce fichier.',
  agreement: 'Concordance avec le logiciel qui a produit le fichier',
  agreementNote:
    'Tâches non achevées dont nous calculons aussi la valeur enregistrée. Écarts en jours ouvrés, notre valeur moins la sienne.',
  notStored: 'absent du fichier',
  pathNote:
    'Du travail terminé, le logiciel marque davantage : notre chemin le plus long ne le contient qu’autant que ses dates réelles retiennent la suite.',
  agreementHead: ['Valeur', 'Comparées', 'Identiques', 'Plus grand écart', 'Tâche'],
  fields: {
    longest_path: 'Chemin le plus long',
    total_float_days: 'Marge totale',
    early_start: 'Début au plus tôt',
    early_finish: 'Fin au plus tôt',
    late_start: 'Début au plus tard',
    late_finish: 'Fin au plus tard',
  },
  findings: 'Constats',
  findingsNote:
    'Un nombre peut différer de celui d’un contrôle ci-dessus : chacun compte ses propres tâches, avec ou sans jalons, niveau d’effort et travail terminé. Ce qu’il compte est dit là où il s’ouvre et sur la page de sa méthode.',
  noFindings: 'Aucun constat.',
  skipped: 'Ce qui n’a pas été contrôlé, et pourquoi',
  read: 'Ce qui a été lu',
  calendarModes: {
    calendar_days: 'jours calendaires',
    working_days: 'jours ouvrés',
    custom: 'jours du calendrier indiqué',
    task_calendars: 'calendriers des tâches',
  },
  calendar: 'Unité de temps',
  format: 'Format',
  formats,
  takeAlong: 'Exporter :',
  save: {
    workbook: 'Classeur (XLSX)',
    whole: 'Rapport de toutes les analyses (HTML)',
    report: 'Chemin critique (HTML)',
    checks: 'Rapport des 14 points de la DCMA (HTML)',
    chart: 'Diagramme de Gantt (SVG)',
  },
  notSaved: why => `Le fichier n’a pas pu être créé. ${why}`,
  warnings: 'Omis ou supposé',
}

export const check: Texts['check'] = {
  titles: {
    ...checkTitles,
    'DCMA-01': 'Logique',
    'DCMA-02': 'Avances',
    'DCMA-03': 'Décalages',
    'DCMA-04': 'Types de liens',
    'DCMA-05': 'Contraintes fortes',
    'DCMA-06': 'Marge élevée',
    'DCMA-07': 'Marge négative',
    'DCMA-08': 'Durée élevée',
    'DCMA-09': 'Dates invalides',
    'DCMA-10': 'Ressources',
    'DCMA-11': 'Tâches manquées',
    'DCMA-12': 'Test du chemin critique',
    'DCMA-13': 'Indice de longueur du chemin critique (CPLI)',
    'DCMA-14': 'Indice d’exécution du planning de référence (BEI)',
  },
  statuses: {
    pass: 'satisfait',
    fail: 'non satisfait',
    info: 'pour information',
    skipped: 'omis',
    not_applicable: 'rien à compter',
    cannot: 'absent de tout planning',
    asked: 'question pour vous',
    withdrawn: 'retiré par son éditeur',
  },
  severities: {
    critical: 'critique',
    high: 'élevée',
    medium: 'moyenne',
    low: 'faible',
    info: 'information',
  },
  value: 'Valeur',
  threshold: 'Seuil',
  ownLimit: 'votre propre seuil',
  publishedLimit: 'Seuil publié',
  population: 'Compté sur',
  formula: 'Formule',
  source: 'Source',
  method: 'Méthode de calcul',
  noSingleTask: 'Il ne désigne aucune tâche en particulier.',
  operators: { '<=': 'au plus', '>=': 'au moins' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Marge totale',
  band: (from, to) => `de ${from} à ${to}`,
  floatNote: 'Tâches non achevées selon leur marge totale en jours.',
  starts: 'Débuts par mois',
  finishes: 'Fins par mois',
  monthsNote:
    'Sans les tâches récapitulatives ni les niveaux d’effort. Pour un projet long, une barre réunit plusieurs mois.',
  curve: 'Courbe d’avancement, en pour cent du total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Chaque tâche compte selon son coût budgété.',
    duration_days: 'Chaque tâche compte selon sa durée, car aucune n’a de coût.',
  },
  plans: {
    baseline: 'Le plan est le planning de référence.',
    none: 'Le fichier n’a pas de planning de référence, donc aucun plan n’est tracé. Déposez le planning de référence à côté pour comparer.',
    file: name => `Le plan est constitué des dates de ${name}, qui est le planning de référence.`,
    planned:
      'Le fichier n’a pas de planning de référence ; il n’y a donc pas de plan sur lequel être en avance ou en retard : ses dates planifiées bougent à chaque mise à jour. Déposez le planning de référence à côté pour comparer.',
  },
  tasks: 'Tâches',
  open: what => `afficher les tâches : ${what}`,
  floatOf: band => `Marge totale ${band} jours`,
  inWork: date => `En cours le ${date}`,
  planned: { baseline: 'Plan (référence)', planned: 'Dates planifiées du fichier' },
  actual: 'Réel',
  forecast: 'Prévision',
  earned: 'Valeur acquise',
  load: 'Charge et capacité',
  loadWaiting: 'Lecture de la charge…',
  loadNote: from =>
    `Jours d’une personne ou d’une machine à plein temps, quantité pour une matière, des tâches non achevées par période${from === '' ? '' : `, à partir du ${from}`}. La capacité est la somme des limites, selon le fichier, des ressources qui travaillent dans la période ; une personne sans limite compte pour une. Une période où l’une d’elles n’a pas de limite n’en montre aucune.`,
  noLoad: 'Aucune tâche non achevée ne désigne de ressource.',
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
