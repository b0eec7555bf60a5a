/** French: levelling. */
import type { Texts } from '../../texts.ts'
import { french } from './overview.ts'

const { few, number } = french

export const levelling: Texts['levelling'] = {
  heading: 'Quelle tâche attend quelle ressource, et jusqu’à quand',
  failed: 'Le nivellement n’a pas abouti.',
  stale: 'Ce qui figure ci-dessous est du choix précédent.',
  running: 'Nivellement en cours…',
  cancel: 'Annuler',
  keepBest: 'Arrêter et garder le meilleur jusqu’ici',
  again: 'Recommencer',
  done: (percent, left) => `${percent} %${left}`,
  left: seconds => `, encore ${few(seconds, 'seconde', 'secondes')} au plus, environ`,
  finishBefore: 'Fin avant nivellement',
  finishAfter: 'Fin après nivellement',
  moves: (working, calendar) => `${working} jours ouvrés${calendar === '' ? '' : `, ${calendar} jours calendaires`}`,
  sameFinish: 'inchangée',
  bound: 'Pas avant le',
  boundBy: (by, days, percent) => {
    if (days === 0) return `borne inférieure donnée par ${by}, atteinte`
    const apart = `${few(Math.abs(days), 'jour ouvré', 'jours ouvrés')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `borne inférieure donnée par ${by} ; à ${apart}`
      : `borne inférieure donnée par ${by} ; la fin la précède de ${apart}, car des tâches restent au-dessus d’une limite`
  },
  criticalPath: 'le chemin critique',
  workOf: resource => `le travail de ${resource}`,
  later: 'Tâches qui commencent plus tard',
  laterNote: (days, splits) =>
    `${few(days, 'jour ouvré', 'jours ouvrés')} au total${splits === 0 ? '' : ` ; ${few(splits, 'tâche interrompue', 'tâches interrompues')}`}`,
  unresolved: 'Non résolues',
  unresolvedNote: 'tâches placées là où une limite est dépassée',
  over: 'Travail au-dessus des limites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} avant nivellement`,
  how: 'Méthode de nivellement',
  rule: 'Ordre de priorité',
  ruleOfFile: 'Comme le dit le fichier, sinon fin au plus tard la plus proche',
  rules: {
    p6: 'P6 : priorité, puis ID de la tâche',
    ms_project_id: 'Microsoft Project : numéro uniquement',
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
  effort: 'Recherche',
  efforts: {
    fast: 'Rapide : une passe',
    good: 'Bonne : cherche quelques secondes',
    best: 'Meilleure : cherche plus longtemps',
  },
  objective: 'Objectif',
  objectives: {
    earliest_finish: 'Fin la plus proche',
    least_change: 'Le moins de jours de retard',
    flattest_use: 'Charge la plus régulière',
  },
  withinFloat: 'Dans la marge totale seulement',
  splits: 'Interruption du travail permise',
  floatKept: 'Marge à conserver, en jours',
  period: 'Histogramme par',
  periods: { day: 'Jour', week: 'Semaine', month: 'Mois' },
  limits: 'Limites des ressources',
  limitsNote:
    'Unités simultanées : personnes ou machines à plein temps, quantité par jour pour une matière. Un changement relance le nivellement. Ce qui n’est pas coché n’a pas de limite.',
  limitsHead: [
    '',
    'Ressource',
    'Limite, unités',
    'Régler',
    'Origine',
    'Tâches',
    'Maximum simultané',
    'Travail au-dessus, heures',
  ],
  levelIt: resource => `Niveler ${resource}`,
  limitOf: resource => `Limite de ${resource}, en unités`,
  sources: {
    request: 'saisie ici',
    schedule: 'le fichier',
    default: 'aucune : 1 supposé',
    none: 'sans limite',
  },
  leftOut: {
    no_limit: 'sans limite',
    not_asked_for: 'non nivelée',
    not_used: 'aucune tâche non achevée ne l’utilise',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Revenir aux limites du fichier',
  histogram: 'Charge avant et après',
  resource: 'Ressource',
  histogramNote: resource =>
    `Heures-unités de ${resource} par période. La limite est le produit de ses unités par les heures de son propre calendrier : un travail sur un calendrier plus long peut dépasser la ligne sans plus d’unités simultanées.`,
  before: 'Avant nivellement',
  after: 'Après nivellement',
  limit: 'Limite',
  moved: count => `Tâches déplacées : ${number(count)}`,
  movedNone: 'Aucune tâche n’a été déplacée.',
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
    'Chaque tâche déplacée reçoit une contrainte de début au plus tôt à son nouveau début ou, avec les règles de Microsoft Project, un retard de nivellement. Le fichier ouvert reste intact.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'L’ouvrir ici',
  nameOf: stem => `${stem} nivelé.json`,
  written: otherwise => (otherwise === '' ? 'Enregistré.' : `Enregistré. Le fichier diffère sur : ${otherwise}.`),
  notTaken: why => `Le planning nivelé n’a pas pu être créé. ${why}`,
  schemes: { serial: 'en série', parallel: 'en parallèle' },
  settings: (scheme, made, most) =>
    `Ordonnancement selon le schéma « ${scheme} » ; ${few(made, 'planning construit', 'plannings construits')}, ${number(most)} au plus. Les mêmes données donnent partout le même résultat.`,
  nothing:
    'Aucune tâche non achevée n’utilise de ressource limitée ; il n’y a donc rien à niveler. Donnez une limite à une ressource, ou ouvrez un fichier avec des ressources.',
  noResources: 'Les tâches non achevées de ce fichier ne désignent aucune ressource ; il n’y a donc rien à niveler.',
}
