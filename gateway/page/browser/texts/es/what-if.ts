/** Spanish: changes that are tried, and alternatives. */
import type { Texts } from '../../texts.ts'
import { spanish } from './overview.ts'

const { few, number } = spanish
const days = (count: number): string => few(Math.round(count * 100) / 100, 'día', 'días')

export const whatIf: Texts['whatIf'] = {
  heading: '¿Y si…?',
  note: 'Un cambio se prueba al instante y deja el archivo como está. Ctrl+Z lo deshace.',
  complete: 'Está terminada: ningún cambio en ella mueve nada.',
  expected: finish => `Su duración se calcula a partir del fin previsto ${finish}: otra duración no mueve nada.`,
  duration: 'Duración, d',
  remaining: 'Duración restante, d',
  constraint: 'Restricción',
  noConstraint: 'Ninguna',
  date: 'Fecha de la restricción',
  calendar: 'Calendario',
  lagOf: id => `Desfase de la relación con ${id}, en días`,
  removeLink: id => `Eliminar la relación con ${id}`,
  addPredecessor: 'Agregar una predecesora',
  addSuccessor: 'Agregar una sucesora',
  id: 'ID de la actividad',
  relation: 'Relación',
  lag: 'Desfase, d',
  add: 'Agregar',
  unknown: id => `Ninguna actividad tiene el ID ${id}.`,
  itself: 'Una actividad no puede ser su propia sucesora.',
  insert: 'Insertar una actividad',
  where: 'Dónde',
  after: 'Después de ella, antes de lo que sigue',
  before: 'Antes de ella, después de lo que conduce a ella',
  name: 'Nombre',
  newName: 'Nueva actividad',
  change: {
    duration: (task, from, to) => `${task}: duración ${from} d → ${number(to)} d`,
    remaining: (task, from, to) => `${task}: duración restante ${from} d → ${number(to)} d`,
    constraint: (task, words) => `${task}: ${words}`,
    noConstraint: task => `${task}: sin restricción`,
    calendar: (task, name) => `${task}: calendario ${name}`,
    link: (from, to, type, lag) => `${from} → ${to}: ${type}${lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${days(lag)}`}`,
    unlink: (from, to, type) => `${from} → ${to}: sin relación ${type}`,
    add: (name, count) => `Insertada: ${name}, ${days(count)}`,
  },
  bar: '¿Y si…? El cronograma con cambios',
  finish: (before, after) => `Fin ${before} → ${after}`,
  later: (working, calendar) => {
    const move = working || calendar || 0
    if (move === 0) return 'el fin no se mueve'
    const way = move > 0 ? 'más tarde' : 'antes'
    const inWords = (count: number, one: string, many: string): string =>
      few(Math.abs(Math.round(count * 100) / 100), one, many)
    const counted = working === null ? '' : `${inWords(working, 'día laborable', 'días laborables')} ${way}`
    const other = calendar === null ? '' : inWords(calendar, 'día calendario', 'días calendario')
    return counted === '' ? `${other} ${way}` : other === '' ? counted : `${counted} (${other})`
  },
  noFinish: 'El cronograma no tiene fecha de fin.',
  float: (task, before, after) => `Holgura total de ${task}: ${before} d → ${after} d`,
  moved: count =>
    count === 0 ? 'Ninguna actividad se mueve.' : `${few(count, 'actividad se mueve', 'actividades se mueven')}.`,
  lost: count => `Holgura negativa por ello: ${few(count, 'actividad', 'actividades')}`,
  broken: count => `Fechas que ya no se cumplen: ${few(count, 'actividad', 'actividades')}`,
  waiting: 'Calculando…',
  failed: why => `No se pudo calcular. ${why}`,
  undo: 'Deshacer',
  redo: 'Rehacer',
  clear: 'Deshacer todo',
  takeBack: change => `Deshacer: ${change}`,
  keep: 'Conservar',
  keepAs: 'Nombre de la alternativa',
  alternative: n => `Alternativa ${number(n)}`,
  alternatives: 'Alternativas',
  head: ['Alternativa', 'Cambios', 'Fin', 'Días laborables', 'Días calendario', 'Actividades con holgura negativa', ''],
  asSent: 'Como en el archivo',
  open: 'Abrir',
  drop: 'Olvidar',
  openOf: name => `Abrir ${name}`,
  dropOf: name => `Olvidar ${name}`,
  save: 'Guardar como',
  saving: 'Escribiendo…',
  saved: 'Guardado.',
  savedWith: warnings => `Guardado. El archivo no puede expresarlo todo: ${warnings}.`,
  since: day =>
    `Estos cambios se probaron ${day === '' ? 'antes' : `el ${day}`} y se guardaron en este navegador. El archivo está como estaba.`,
  elsewhere: count =>
    `${few(count, 'cambio de este archivo está en prueba', 'cambios de este archivo están en prueba')}; esta vista muestra el archivo sin ellos. Con ellos:`,
  carries:
    'Un archivo guardado contiene lo que el servicio lee de un cronograma: actividades, relaciones, calendarios, restricciones, avance, valores de códigos, recursos y asignaciones. No tiene los diseños, las notas, los documentos ni las descripciones de los valores de códigos del original, y en P6 cada actividad recibe el tipo de duración Fixed Duration & Units: impórtelo como proyecto nuevo.',
  datesBefore: 'Sus fechas son las anteriores a los cambios hasta que su programa lo calcule (F9).',
  walkOf: 'Las relaciones y sus holguras son las del archivo; con los cambios:',
}
