/** French: a report to sign. */
import type { Texts } from '../../texts.ts'

export const report: Texts['report'] = {
  open: 'Rapport à signer',
  heading: 'Rapport à signer',
  note: 'Sur tous les fichiers ouverts : le plus récent fait l’objet du rapport, les autres en sont l’historique. Vos indications figurent telles quelles sur la page de garde et restent dans ce navigateur.',
  kind: 'Rapport',
  kinds: { monthly: 'Rapport mensuel', claim: 'Mémoire de réclamation' },
  form: 'Format',
  forms: { html: 'HTML, à imprimer', docx: 'Word (DOCX)', xlsx: 'Classeur (XLSX)' },
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'Letter' },
  contractDate: 'Date contractuelle d’achèvement',
  cover: 'Page de garde',
  fields: {
    project: 'Projet',
    contract: 'Contrat',
    owner: 'Maître d’ouvrage',
    contractor: 'Entrepreneur',
    prepared_for: 'Établi pour',
    author: 'Auteur',
    organisation: 'Organisation',
    reference: 'Numéro du rapport',
    report_date: 'Date du rapport',
  },
  logo: 'Logo (PNG ou JPEG, 290 ko au plus)',
  logoTooLarge: 'Le logo dépasse 290 ko.',
  make: 'Établir le rapport',
  making: 'Rapport en préparation…',
  made: 'Enregistré.',
  failed: (why: string) => `Il n’a pas pu être établi. ${why}`,
}
