/** Spanish: levelling. */
import type { Texts } from '../../texts.ts'
import { spanish } from './overview.ts'

const { few, number } = spanish

export const levelling: Texts['levelling'] = {
  heading: 'Qué actividad espera a qué recurso, y hasta cuándo',
  failed: 'No se pudo nivelar.',
  running: 'Nivelando …',
  cancel: 'Cancelar',
  finishBefore: 'Fin antes de nivelar',
  finishAfter: 'Fin después de nivelar',
  moves: (working, calendar) => `${working} días laborables${calendar === '' ? '' : `, ${calendar} días calendario`}`,
  sameFinish: 'el mismo',
  bound: 'No antes del',
  boundBy: (by, days, percent) => {
    if (days === 0) return `cota inferior por ${by}, alcanzada`
    const apart = `${few(Math.abs(days), 'día laborable', 'días laborables')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `cota inferior por ${by}; a ${apart}`
      : `cota inferior por ${by}; el fin está a ${apart} de ella porque hay actividades por encima de un límite`
  },
  criticalPath: 'la ruta crítica',
  workOf: resource => `el trabajo de ${resource}`,
  later: 'Actividades que empiezan más tarde',
  laterNote: (days, splits) =>
    `${few(days, 'día laborable', 'días laborables')} en total${splits === 0 ? '' : `; el trabajo de ${few(splits, 'actividad', 'actividades')} se interrumpe`}`,
  unresolved: 'Sin resolver',
  unresolvedNote: 'actividades donde se excede un límite',
  over: 'Trabajo por encima de los límites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} antes de nivelar`,
  how: 'Cómo se nivela',
  rule: 'Quién va primero',
  rules: {
    p6: 'P6: prioridad, luego ID de actividad',
    ms_project_id: 'Microsoft Project: solo identificador',
    ms_project_standard: 'Microsoft Project: estándar',
    ms_project_priority_standard: 'Microsoft Project: prioridad, estándar',
    late_finish: 'Fin tardío más próximo',
    late_start: 'Inicio tardío más próximo',
    total_float: 'Menor holgura total',
    early_start: 'Inicio temprano más próximo',
    successors: 'Más sucesoras',
    rank_weight: 'La más larga con sus sucesoras',
    shortest: 'La más corta',
  },
  effort: 'Esfuerzo',
  efforts: { fast: 'Rápido: una pasada', good: 'Bueno: busca unos segundos', best: 'Mejor: busca más tiempo' },
  objective: 'Buscar',
  objectives: {
    earliest_finish: 'El fin más temprano',
    least_change: 'Los menos días de atraso',
    flattest_use: 'El uso más uniforme',
  },
  withinFloat: 'Solo dentro de la holgura total',
  splits: 'El trabajo puede interrumpirse',
  floatKept: 'Holgura a conservar, días',
  period: 'Histograma por',
  periods: { day: 'Día', week: 'Semana', month: 'Mes' },
  limits: 'Límites de los recursos',
  limitsNote:
    'Unidades a la vez: personas a tiempo completo o máquinas, de un material su cantidad por día. Un cambio nivela de nuevo. Lo no marcado no tiene límite.',
  limitsHead: [
    '',
    'Recurso',
    'Límite, unidades',
    'Deslizar',
    'Origen',
    'Actividades',
    'Máximo a la vez',
    'Trabajo por encima, horas',
  ],
  levelIt: resource => `Nivelar ${resource}`,
  limitOf: resource => `Límite de ${resource}, unidades`,
  sources: { request: 'introducido aquí', schedule: 'del archivo', default: 'no dado: 1 supuesto', none: 'sin límite' },
  leftOut: {
    no_limit: 'sin límite',
    not_asked_for: 'no nivelado',
    not_used: 'ninguna actividad pendiente lo usa',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Volver a los límites del archivo',
  histogram: 'Uso antes y después',
  resource: 'Recurso',
  histogramNote: resource =>
    `Horas-unidad de ${resource} por período. El límite son sus unidades por las horas de su propio calendario: el trabajo en un calendario más largo puede superarlo sin más unidades a la vez.`,
  before: 'Antes de nivelar',
  after: 'Después de nivelar',
  limit: 'Límite',
  moved: count => `Actividades movidas: ${number(count)}`,
  movedNone: 'Ninguna actividad se movió.',
  movedLeftOut: count => `${few(count, 'más no cabe', 'más no caben')} en la respuesta.`,
  movedHead: [
    'ID',
    'Actividad',
    'Inicio antes',
    'Inicio después',
    'Fin antes',
    'Fin después',
    'Días laborables',
    'Días calendario',
    'Por qué',
  ],
  marked: 'Movidas por la nivelación',
  stands: count => `Sin resolver: ${number(count)}`,
  standsHead: ['ID', 'Actividad', 'Recurso', 'Necesita, unidades', 'Máximo que hay', 'Por qué'],
  take: 'El cronograma nivelado',
  takeNote:
    'Cada actividad movida recibe la restricción de no comenzar antes de su nuevo inicio, y según las reglas de Microsoft Project un retraso por redistribución. El archivo abierto queda como está.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'Abrirlo aquí',
  nameOf: stem => `${stem} nivelado.json`,
  written: otherwise => (otherwise === '' ? 'Guardado.' : `Guardado. En el archivo dice otra cosa: ${otherwise}.`),
  notTaken: why => `No se pudo crear. ${why}`,
  settings: (scheme, made, most) =>
    `Colocado según el esquema «${scheme}»; ${few(made, 'cronograma creado', 'cronogramas creados')}, ${number(most)} como máximo. La misma entrada da el mismo resultado en todas partes.`,
  nothing:
    'Ninguna actividad pendiente usa un recurso con límite, así que no hay nada que nivelar. Dé un límite a un recurso, o abra un archivo con recursos.',
  noResources: 'Las actividades pendientes de este archivo no nombran ningún recurso, así que no hay nada que nivelar.',
}
