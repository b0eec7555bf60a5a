/** Spanish: a report to sign. */
import type { Texts } from '../../texts.ts'

export const report: Texts['report'] = {
  open: 'Informe para firmar',
  heading: 'Informe para firmar',
  note: 'Sobre todos los archivos abiertos: se informa del más reciente; los demás son su historia. Los datos figuran tal cual en la portada y quedan en este navegador.',
  kind: 'Informe',
  kinds: { monthly: 'Informe mensual', claim: 'Informe de reclamo' },
  form: 'Formato',
  forms: { html: 'HTML, para imprimir', docx: 'Word (DOCX)', xlsx: 'Libro de Excel (XLSX)' },
  paper: 'Papel',
  papers: { a4: 'A4', letter: 'Letter' },
  contractDate: 'Fecha contractual de fin',
  cover: 'Portada',
  fields: {
    project: 'Proyecto',
    contract: 'Contrato',
    owner: 'Propietario',
    contractor: 'Contratista',
    prepared_for: 'Elaborado para',
    author: 'Autor',
    organisation: 'Organización',
    reference: 'Número del informe',
    report_date: 'Fecha del informe',
  },
  logo: 'Logotipo (PNG o JPEG, 290 kB como máximo)',
  logoTooLarge: 'El logotipo supera los 290 kB.',
  make: 'Elaborar el informe',
  making: 'Elaborando el informe…',
  made: 'Guardado.',
  failed: (why: string) => `No se pudo elaborar. ${why}`,
}
