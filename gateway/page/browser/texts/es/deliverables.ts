/** Spanish: files for authorities. */
import type { Texts } from '../../texts.ts'
import { spanish } from './overview.ts'

const { few, number } = spanish

export const deliverables: Texts['deliverables'] = {
  heading: 'Archivos para autoridades',
  note: (file: string) => `A partir de ${file}. Lo que falta se lista antes de escribir nada.`,
  list: 'Formatos',
  formats: { 'ipmdar-spd': 'IPMDAR SPD (DoD)', 'doe-pars': 'PARS (DOE)', 'usace-sdef': 'SDEF (USACE)' },
  validate: 'Validar un archivo',
  baseline: (file: string) => `Su línea base es ${file}.`,
  noBaseline: 'Ningún archivo abierto es la línea base: se elige en Cambios.',
  waiting: 'Buscando lo que falta …',
  failed: (why: string) => `No se pudo crear. ${why}`,
  effects: {
    cannot_be_written: 'no se puede escribir',
    rejected: 'rechazado',
    flagged: 'se pedirá',
    accepted: 'puede quedar vacío',
  },
  missing: 'Lo que falta',
  missingNone: 'No falta nada.',
  missingHead: ['Campo', 'Filas', 'Qué, y cómo darlo'],
  rows: (rows: number, of: number) => `${number(rows)} de ${number(of)}`,
  hint: 'De dónde toman las tareas un valor: code:NOMBRE es un código de actividad, udf:NOMBRE un campo personalizado, value:TEXTO el mismo texto para todas. Lo que escriba queda en este navegador, por formato.',
  given: 'Sus valores',
  valueOf: (field: string) => `Valor de ${field}`,
  again: 'Comprobar de nuevo',
  make: 'Crear el archivo',
  making: 'El archivo se está creando …',
  made: (name: string) => `Guardado como ${name}.`,
  allow: 'Crearlo aunque el destinatario lo rechace',
  shorten: 'Acortar los ID demasiado largos',
  changes: 'Lo que se escribe de otra forma',
  changesHead: ['Campo', 'Filas', 'Qué'],
  validateNote: 'Un archivo SPD, PARS o SDEF de cualquiera se contrasta con las reglas de su formato.',
  choose: 'Elegir un archivo',
  validating: (name: string) => `Leyendo ${name} …`,
  valid: (name: string, format: string) => `${name} cumple las reglas de ${format}.`,
  invalid: (name: string, format: string, errors: number, warnings: number) =>
    `${name}, leído como ${format}: ${few(errors, 'error', 'errores')}, ${few(warnings, 'advertencia', 'advertencias')}.`,
  severities: { error: 'error', warning: 'advertencia' },
  faultsHead: ['Gravedad', 'Campo', 'Lugares', 'Regla', 'Primeros lugares'],
  place: (row: number) => `fila ${number(row)}`,
}
