/** Portuguese: a report to sign. */
import type { Texts } from '../../texts.ts'

export const report: Texts['report'] = {
  open: 'Relatório para assinar',
  heading: 'Relatório para assinar',
  note: 'Sobre todos os arquivos abertos: o mais recente é o relatado; os outros são o seu histórico. Os dados informados constam da capa como estão e ficam neste navegador.',
  kind: 'Relatório',
  kinds: { monthly: 'Relatório mensal', claim: 'Relatório de pleito' },
  form: 'Formato',
  forms: { html: 'HTML, para imprimir', docx: 'Word (DOCX)', xlsx: 'Pasta de trabalho (XLSX)' },
  paper: 'Papel',
  papers: { a4: 'A4', letter: 'Letter' },
  contractDate: 'Data contratual de término',
  cover: 'Capa',
  fields: {
    project: 'Projeto',
    contract: 'Contrato',
    owner: 'Contratante',
    contractor: 'Contratada',
    prepared_for: 'Elaborado para',
    author: 'Autor',
    organisation: 'Organização',
    reference: 'Número do relatório',
    report_date: 'Data do relatório',
  },
  logo: 'Logotipo (PNG ou JPEG, até 290 kB)',
  logoTooLarge: 'O logotipo tem mais de 290 kB.',
  make: 'Elaborar o relatório',
  making: 'Elaborando o relatório…',
  made: 'Salvo.',
  failed: (why: string) => `Não foi possível elaborar. ${why}`,
}
