/** French: changes that are tried, and alternatives. */
import type { Texts } from '../../texts.ts'
import { french } from './overview.ts'

const { few, number } = french
const days = (count: number): string => few(Math.round(count * 100) / 100, 'jour', 'jours')

export const whatIf: Texts['whatIf'] = {
  heading: 'Et si…',
  note: 'Un changement est essayé aussitôt et laisse le fichier intact. Ctrl+Z l’annule.',
  complete: 'Elle est achevée : aucun changement ne déplace quoi que ce soit.',
  expected: finish => `Sa durée est calculée d’après la fin attendue ${finish} : une autre durée ne déplace rien.`,
  duration: 'Durée, j',
  remaining: 'Durée restante, j',
  constraint: 'Contrainte',
  noConstraint: 'Aucune',
  date: 'Date de la contrainte',
  calendar: 'Calendrier',
  lagOf: id => `Décalage du lien avec ${id}, en jours`,
  removeLink: id => `Supprimer le lien avec ${id}`,
  addPredecessor: 'Ajouter un prédécesseur',
  addSuccessor: 'Ajouter un successeur',
  id: 'ID de la tâche',
  relation: 'Lien',
  lag: 'Décalage, j',
  add: 'Ajouter',
  unknown: id => `Aucune tâche n’a l’ID ${id}.`,
  itself: 'Une tâche ne peut pas se suivre elle-même.',
  insert: 'Insérer une tâche',
  where: 'Où',
  after: 'Après elle, avant ce qui suit',
  before: 'Avant elle, après ce qui y conduit',
  name: 'Nom',
  newName: 'Nouvelle tâche',
  change: {
    duration: (task, from, to) => `${task} : durée ${from} j → ${number(to)} j`,
    remaining: (task, from, to) => `${task} : durée restante ${from} j → ${number(to)} j`,
    constraint: (task, words) => `${task} : ${words}`,
    noConstraint: task => `${task} : sans contrainte`,
    calendar: (task, name) => `${task} : calendrier ${name}`,
    link: (from, to, type, lag) => `${from} → ${to} : ${type}${lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${days(lag)}`}`,
    unlink: (from, to, type) => `${from} → ${to} : plus de lien ${type}`,
    add: (name, count) => `Insérée : ${name}, ${days(count)}`,
  },
  bar: 'Et si : le planning avec les changements',
  finish: (before, after) => `Fin ${before} → ${after}`,
  later: (working, calendar) => {
    const move = working || calendar || 0
    if (move === 0) return 'la fin ne bouge pas'
    const way = move > 0 ? 'plus tard' : 'plus tôt'
    const inWords = (count: number, one: string, many: string): string =>
      few(Math.abs(Math.round(count * 100) / 100), one, many)
    const counted = working === null ? '' : `${inWords(working, 'jour ouvré', 'jours ouvrés')} ${way}`
    const other = calendar === null ? '' : inWords(calendar, 'jour calendaire', 'jours calendaires')
    return counted === '' ? `${other} ${way}` : other === '' ? counted : `${counted} (${other})`
  },
  noFinish: 'Le planning n’a pas de date de fin.',
  float: (task, before, after) => `Marge totale de ${task} : ${before} j → ${after} j`,
  moved: count => (count === 0 ? 'Aucune tâche ne bouge.' : `${few(count, 'tâche bouge', 'tâches bougent')}.`),
  lost: count => `Marge négative de ce fait : ${few(count, 'tâche', 'tâches')}`,
  broken: count => `Dates qui ne sont plus tenues : ${few(count, 'tâche', 'tâches')}`,
  waiting: 'Calcul en cours…',
  failed: why => `Le calcul n’a pas abouti. ${why}`,
  undo: 'Annuler',
  redo: 'Rétablir',
  clear: 'Tout annuler',
  takeBack: change => `Annuler : ${change}`,
  keep: 'Conserver',
  keepAs: 'Nom de la variante',
  alternative: n => `Variante ${number(n)}`,
  alternatives: 'Variantes',
  head: ['Variante', 'Changements', 'Fin', 'Jours ouvrés', 'Jours calendaires', 'Tâches à marge négative', ''],
  asSent: 'Comme dans le fichier',
  open: 'Ouvrir',
  drop: 'Oublier',
  openOf: name => `Ouvrir ${name}`,
  dropOf: name => `Oublier ${name}`,
  save: 'Enregistrer en',
  saving: 'Écriture…',
  saved: 'Enregistré.',
  savedWith: warnings => `Enregistré. Le fichier ne peut pas tout exprimer : ${warnings}.`,
  since: day =>
    `Ces changements ont été essayés ${day === '' ? 'auparavant' : `le ${day}`} et gardés dans ce navigateur. Le fichier est resté le même.`,
  elsewhere: count =>
    `${few(count, 'changement de ce fichier est essayé', 'changements de ce fichier sont essayés')} ; cette vue montre le fichier sans eux. Avec eux :`,
  carries:
    'Un fichier enregistré contient ce que le service lit d’un planning : tâches, liens, calendriers, contraintes, avancement, valeurs des codes, ressources et affectations. Il n’a ni les présentations, ni les notes, ni les documents, ni les descriptions des valeurs de codes de l’original, et dans P6 chaque tâche reçoit le type de durée Fixed Duration & Units : importez-le comme nouveau projet.',
  datesBefore: 'Ses dates sont celles d’avant les changements tant que votre logiciel ne l’a pas calculé (F9).',
  walkOf: 'Les liens et leurs marges sont ceux du fichier ; avec les changements :',
}
