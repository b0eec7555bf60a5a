/** A report to sign: what it is, and what stands on its cover. */
import type { CoverField, KINDS, PAPERS, ReportForm } from '../service/signed-report.ts'

export const report = {
  open: 'Report to sign',
  heading: 'Report to sign',
  note: 'Of all open files: the latest is reported, the others are its history. What you enter stands on the cover as it is, and is kept in this browser.',
  kind: 'Report',
  kinds: { monthly: 'Monthly report', claim: 'Claim report' } satisfies Record<(typeof KINDS)[number], string>,
  form: 'Form',
  forms: { html: 'HTML, to print', docx: 'Word (DOCX)', xlsx: 'Workbook (XLSX)' } satisfies Record<ReportForm, string>,
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter' } satisfies Record<(typeof PAPERS)[number], string>,
  contractDate: 'Contract date of the finish',
  cover: 'Cover',
  fields: {
    project: 'Project',
    contract: 'Contract',
    owner: 'Owner',
    contractor: 'Contractor',
    prepared_for: 'Prepared for',
    author: 'Author',
    organisation: 'Organisation',
    reference: 'Number of the report',
    report_date: 'Date of the report',
  } satisfies Record<CoverField, string>,
  logo: 'Logo (PNG or JPEG, up to 290 kB)',
  logoTooLarge: 'The logo is larger than 290 kB.',
  make: 'Make the report',
  making: 'Making the report …',
  made: 'Saved.',
  failed: (why: string) => `It could not be made. ${why}`,
}
