/** French: levelling. */
import type { Texts } from '../../texts.ts'
import { french } from './overview.ts'

const { few, number } = french

export const levelling: Texts['levelling'] = {
  heading: 'Quelle tâche attend quelle ressource, et jusqu’à quand',
  failed: 'Le nivellement n’a pas abouti.',
  running: 'Nivellement en cours …',
  cancel: 'Annuler',
  finishBefore: 'Fin avant nivellement',
  finishAfter: 'Fin après nivellement',
  moves: (working, calendar) => `${working} jours ouvrés${calendar === '' ? '' : `, ${calendar} jours calendaires`}`,
  sameFinish: 'la même',
  bound: 'Pas avant le',
  boundBy: (by, days, percent) => {
    if (days === 0) return `borne inférieure par ${by}, atteinte`
    const apart = `${few(Math.abs(days), 'jour ouvré', 'jours ouvrés')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `borne inférieure par ${by} ; à ${apart}`
      : `borne inférieure par ${by} ; la fin en est à ${apart} parce que des tâches dépassent une limite`
  },
  criticalPath: 'le chemin critique',
  workOf: resource => `le travail de ${resource}`,
  later: 'Tâches qui commencent plus tard',
  laterNote: (days, splits) =>
    `${few(days, 'jour ouvré', 'jours ouvrés')} en tout${splits === 0 ? '' : ` ; le travail de ${few(splits, 'tâche', 'tâches')} s’interrompt`}`,
  unresolved: 'Non résolues',
  unresolvedNote: 'tâches là où une limite reste dépassée',
  over: 'Travail au-delà des limites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} avant nivellement`,
  how: 'Règles du nivellement',
  rule: 'Qui passe d’abord',
  rules: {
    p6: 'P6 : priorité, puis ID de tâche',
    ms_project_id: 'Microsoft Project : n° seulement',
    ms_project_standard: 'Microsoft Project : standard',
    ms_project_priority_standard: 'Microsoft Project : priorité, standard',
    late_finish: 'Fin au plus tard la plus proche',
    late_start: 'Début au plus tard le plus proche',
    total_float: 'Marge totale la plus faible',
    early_start: 'Début au plus tôt le plus proche',
    successors: 'Le plus de successeurs',
    rank_weight: 'La plus longue avec ses successeurs',
    shortest: 'La plus courte',
  },
  effort: 'Effort',
  efforts: {
    fast: 'Rapide : un passage',
    good: 'Bon : cherche quelques secondes',
    best: 'Meilleur : cherche plus longtemps',
  },
  objective: 'Chercher',
  objectives: {
    earliest_finish: 'La fin la plus proche',
    least_change: 'Le moins de jours de retard',
    flattest_use: 'La charge la plus régulière',
  },
  withinFloat: 'Dans la marge totale seulement',
  splits: 'Le travail peut s’interrompre',
  floatKept: 'Marge à garder, jours',
  period: 'Histogramme par',
  periods: { day: 'Jour', week: 'Semaine', month: 'Mois' },
  limits: 'Limites des ressources',
  limitsNote:
    'Unités simultanées : personnes à plein temps ou machines, quantité par jour pour une matière. Un changement relance le nivellement. Ce qui n’est pas coché n’a pas de limite.',
  limitsHead: [
    '',
    'Ressource',
    'Limite, unités',
    'Curseur',
    'Origine',
    'Tâches',
    'Maximum simultané',
    'Travail au-delà, heures',
  ],
  levelIt: resource => `Niveler ${resource}`,
  limitOf: resource => `Limite de ${resource}, unités`,
  sources: {
    request: 'saisie ici',
    schedule: 'du fichier',
    default: 'non donnée : 1 supposée',
    none: 'sans limite',
  },
  leftOut: {
    no_limit: 'sans limite',
    not_asked_for: 'non nivelée',
    not_used: 'aucune tâche restante ne l’utilise',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Revenir aux limites du fichier',
  histogram: 'Charge avant et après',
  resource: 'Ressource',
  histogramNote: resource =>
    `Heures-unités de ${resource} par période. La limite est le produit de ses unités par les heures de son propre calendrier : un travail dans un calendrier plus long peut la dépasser sans plus d’unités à la fois.`,
  before: 'Avant nivellement',
  after: 'Après nivellement',
  limit: 'Limite',
  moved: count => `Tâches déplacées : ${number(count)}`,
  movedNone: 'Aucune tâche n’a bougé.',
  movedLeftOut: count => `${few(count, 'autre n’a', 'autres n’ont')} pas de place dans la réponse.`,
  movedHead: [
    'ID',
    'Tâche',
    'Début avant',
    'Début après',
    'Fin avant',
    'Fin après',
    'Jours ouvrés',
    'Jours calendaires',
    'Pourquoi',
  ],
  marked: 'Déplacées par le nivellement',
  stands: count => `Non résolues : ${number(count)}`,
  standsHead: ['ID', 'Tâche', 'Ressource', 'Besoin, unités', 'Maximum disponible', 'Pourquoi'],
  take: 'Le planning nivelé',
  takeNote:
    'Chaque tâche déplacée reçoit un début au plus tôt à son nouveau début, et selon les règles de Microsoft Project un retard d’audit des ressources. Le fichier ouvert reste tel quel.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'L’ouvrir ici',
  nameOf: stem => `${stem} nivelé.json`,
  written: otherwise =>
    otherwise === '' ? 'Enregistré.' : `Enregistré. Dans le fichier il est écrit autrement : ${otherwise}.`,
  notTaken: why => `Impossible de le produire. ${why}`,
  settings: (scheme, made, most) =>
    `Placement selon le schéma « ${scheme} » ; ${few(made, 'planning produit', 'plannings produits')}, ${number(most)} au plus. La même entrée donne partout le même résultat.`,
  nothing:
    'Aucune tâche restante n’utilise une ressource limitée, donc rien à niveler. Donnez une limite à une ressource, ou ouvrez un fichier avec des ressources.',
  noResources: 'Les tâches restantes de ce fichier ne nomment aucune ressource, donc rien à niveler.',
}
