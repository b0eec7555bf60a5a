/** French: files for authorities. */
import type { Texts } from '../../texts.ts'
import { french } from './overview.ts'

const { few, number } = french

export const deliverables: Texts['deliverables'] = {
  heading: 'Fichiers pour les autorités',
  note: (file: string) => `À partir de ${file}. Ce qui manque est listé avant toute écriture.`,
  list: 'Formats',
  formats: { 'ipmdar-spd': 'IPMDAR SPD (DoD)', 'doe-pars': 'PARS (DOE)', 'usace-sdef': 'SDEF (USACE)' },
  validate: 'Vérifier un fichier',
  baseline: (file: string) => `Sa référence est ${file}.`,
  noBaseline: 'Aucun fichier ouvert n’est la référence : on la choisit sous Changements.',
  waiting: 'Recherche de ce qui manque …',
  failed: (why: string) => `Il n’a pas pu être produit. ${why}`,
  effects: {
    cannot_be_written: 'impossible à écrire',
    rejected: 'rejeté',
    flagged: 'sera demandé',
    accepted: 'peut rester vide',
  },
  missing: 'Ce qui manque',
  missingNone: 'Rien ne manque.',
  missingHead: ['Champ', 'Lignes', 'Quoi, et comment le donner'],
  rows: (rows: number, of: number) => `${number(rows)} sur ${number(of)}`,
  hint: 'D’où les tâches tiennent une valeur : code:NOM est un code d’activité, udf:NOM un champ personnalisé, value:TEXTE le même texte pour toutes. Vos saisies restent dans ce navigateur, par format.',
  given: 'Vos valeurs',
  valueOf: (field: string) => `Valeur de ${field}`,
  again: 'Revérifier',
  make: 'Produire le fichier',
  making: 'Le fichier est en cours de production …',
  made: (name: string) => `Enregistré sous ${name}.`,
  allow: 'Le produire bien que le destinataire le rejette',
  shorten: 'Raccourcir les ID trop longs',
  changes: 'Ce qui est écrit autrement',
  changesHead: ['Champ', 'Lignes', 'Quoi'],
  validateNote: 'Un fichier SPD, PARS ou SDEF de n’importe qui est confronté aux règles de son format.',
  choose: 'Choisir un fichier',
  validating: (name: string) => `Lecture de ${name} …`,
  valid: (name: string, format: string) => `${name} respecte les règles de ${format}.`,
  invalid: (name: string, format: string, errors: number, warnings: number) =>
    `${name}, lu comme ${format} : ${few(errors, 'erreur', 'erreurs')}, ${few(warnings, 'avertissement', 'avertissements')}.`,
  severities: { error: 'erreur', warning: 'avertissement' },
  faultsHead: ['Gravité', 'Champ', 'Endroits', 'Règle', 'Premiers endroits'],
  place: (row: number) => `ligne ${number(row)}`,
}
