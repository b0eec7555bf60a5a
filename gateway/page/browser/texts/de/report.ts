/** German: a report to sign. */
import type { Texts } from '../../texts.ts'

export const report: Texts['report'] = {
  open: 'Bericht zum Unterschreiben',
  heading: 'Bericht zum Unterschreiben',
  note: 'Über alle geöffneten Dateien: Berichtet wird über die neueste, die anderen sind ihre Vorgeschichte. Ihre Angaben stehen unverändert auf dem Deckblatt und bleiben in diesem Browser.',
  kind: 'Bericht',
  kinds: { monthly: 'Monatsbericht', claim: 'Nachtragsbericht (Bauzeit)' },
  form: 'Format',
  forms: { html: 'HTML, zum Drucken', docx: 'Word (DOCX)', xlsx: 'Arbeitsmappe (XLSX)' },
  paper: 'Papier',
  papers: { a4: 'A4', letter: 'Letter' },
  contractDate: 'Vertraglicher Endtermin',
  cover: 'Deckblatt',
  fields: {
    project: 'Projekt',
    contract: 'Vertrag',
    owner: 'Bauherr',
    contractor: 'Auftragnehmer',
    prepared_for: 'Erstellt für',
    author: 'Verfasser',
    organisation: 'Organisation',
    reference: 'Nummer des Berichts',
    report_date: 'Datum des Berichts',
  },
  logo: 'Logo (PNG oder JPEG, bis 290 kB)',
  logoTooLarge: 'Das Logo ist größer als 290 kB.',
  make: 'Bericht erstellen',
  making: 'Der Bericht wird erstellt …',
  made: 'Gespeichert.',
  failed: (why: string) => `Er konnte nicht erstellt werden. ${why}`,
}
