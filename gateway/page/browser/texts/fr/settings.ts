/** French: settings, and what keys do. */
import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  open: 'Paramètres',
  heading: 'Paramètres et touches',
  note: 'Conservés dans ce navigateur, pour tous les fichiers, et dans l’adresse.',
  criticalBy: 'Est critique',
  by: { float: 'une marge totale de 0 ou moins', longest: 'le chemin le plus long' },
  nearDays: 'Quasi critique jusqu’à une marge totale de (jours)',
  criticalDays: 'Critique jusqu’à une marge totale de (jours)',
  unit: 'Durées et marges du tableau en',
  units: { days: 'jours', hours: 'heures' },
  hours: 'Heures par jour',
  statusDate: 'Date d’avancement du fichier affiché',
  project: 'Son projet, si le fichier en contient plusieurs : ID',
  differs: (what: string) => `Réglé autrement que dans le fichier : ${what}.`,
  back: 'Rétablir',
  close: 'Fermer',
  keys: 'Touches',
  keyList: [
    ['?', 'Paramètres et touches'],
    ['1 à 7', 'Synthèse, Tâches, Graphiques, Nivellement, Changements, Audits, Remise'],
    ['/', 'Rechercher dans les tâches'],
    ['↑ ↓, Page, Origine, Fin', 'Choisir une tâche dans le tableau'],
    ['← →', 'Replier et déplier un groupe'],
    ['Entrée', 'De la tâche à son détail'],
    ['+ −', 'Zoomer les barres'],
    ['Ctrl Z, Ctrl Maj Z', 'Annuler un changement à l’essai, et le rétablir'],
    ['Alt ← →, Maj ← →', 'Sur le titre d’une colonne : la déplacer, changer sa largeur'],
    ['Échap', 'Fermer cette fenêtre'],
  ],
}
