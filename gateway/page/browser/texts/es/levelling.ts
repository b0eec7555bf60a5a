/** Spanish: levelling. */
import type { Texts } from '../../texts.ts'
import { spanish } from './overview.ts'

const { few, number } = spanish

export const levelling: Texts['levelling'] = {
  heading: 'Qué actividad espera a qué recurso, y hasta cuándo',
  failed: 'No se pudo nivelar.',
  stale: 'Lo que figura abajo es de la elección anterior.',
  running: 'Nivelando…',
  cancel: 'Cancelar',
  keepBest: 'Parar y conservar lo mejor hasta ahora',
  again: 'Empezar de nuevo',
  done: (percent, left) => `${percent} %${left}`,
  left: seconds => `, como mucho unos ${few(seconds, 'segundo', 'segundos')} más`,
  finishBefore: 'Fin antes de nivelar',
  finishAfter: 'Fin después de nivelar',
  moves: (working, calendar) => `${working} días laborables${calendar === '' ? '' : `, ${calendar} días calendario`}`,
  sameFinish: 'el mismo',
  bound: 'No antes del',
  boundBy: (by, days, percent) => {
    if (days === 0) return `cota inferior según ${by}, alcanzada`
    const apart = `${few(Math.abs(days), 'día laborable', 'días laborables')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `cota inferior según ${by}; a ${apart}`
      : `cota inferior según ${by}; el fin queda ${apart} antes, porque hay actividades por encima de un límite`
  },
  criticalPath: 'la ruta crítica',
  workOf: resource => `el trabajo de ${resource}`,
  later: 'Actividades que empiezan más tarde',
  laterNote: (days, splits) =>
    `${few(days, 'día laborable', 'días laborables')} en total${splits === 0 ? '' : `; ${few(splits, 'actividad interrumpida', 'actividades interrumpidas')}`}`,
  unresolved: 'Sin resolver',
  unresolvedNote: 'actividades situadas donde se supera un límite',
  over: 'Trabajo por encima de los límites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} antes de nivelar`,
  how: 'Cómo se nivela',
  rule: 'Orden de prioridad',
  ruleOfFile: 'Como dice el archivo; si no, fin tardío más próximo',
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
  effort: 'Búsqueda',
  efforts: {
    fast: 'Rápida: una pasada',
    good: 'Buena: busca unos segundos',
    best: 'La mejor: busca más tiempo',
  },
  objective: 'Objetivo',
  objectives: {
    earliest_finish: 'Fin más temprano',
    least_change: 'Menos días de retraso',
    flattest_use: 'Uso más uniforme',
  },
  withinFloat: 'Solo dentro de la holgura total',
  splits: 'El trabajo puede interrumpirse',
  floatKept: 'Holgura que se conserva, en días',
  period: 'Histograma por',
  periods: { day: 'Día', week: 'Semana', month: 'Mes' },
  limits: 'Límites de los recursos',
  limitsNote:
    'Unidades simultáneas: personas o máquinas a tiempo completo; de un material, su cantidad por día. Un cambio nivela de nuevo. Lo que no está marcado no tiene límite.',
  limitsHead: [
    '',
    'Recurso',
    'Límite, unidades',
    'Ajustar',
    'Origen',
    'Actividades',
    'Máximo simultáneo',
    'Trabajo por encima, horas',
  ],
  levelIt: resource => `Nivelar ${resource}`,
  limitOf: resource => `Límite de ${resource}, en unidades`,
  sources: {
    request: 'introducido aquí',
    schedule: 'el archivo',
    default: 'ninguno: se supone 1',
    none: 'sin límite',
  },
  leftOut: {
    no_limit: 'sin límite',
    not_asked_for: 'sin nivelar',
    not_used: 'ninguna actividad no terminada lo usa',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Volver a los límites del archivo',
  histogram: 'Uso antes y después',
  resource: 'Recurso',
  histogramNote: resource =>
    `Horas-unidad de ${resource} por período. El límite son sus unidades por las horas de su propio calendario: un trabajo con un calendario más largo puede quedar por encima de la línea sin más unidades simultáneas.`,
  before: 'Antes de nivelar',
  after: 'Después de nivelar',
  limit: 'Límite',
  moved: count => `Actividades movidas: ${number(count)}`,
  movedNone: 'No se movió ninguna actividad.',
  movedLeftOut: count => `${few(count, 'actividad más no cabe', 'actividades más no caben')} en la respuesta.`,
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
  standsHead: ['ID', 'Actividad', 'Recurso', 'Necesita, unidades', 'Máximo disponible', 'Por qué'],
  take: 'El cronograma nivelado',
  takeNote:
    'Cada actividad movida recibe la restricción de no empezar antes de su nuevo inicio o, con las reglas de Microsoft Project, un retraso por nivelación. El archivo que abrió queda como está.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'Abrirlo aquí',
  nameOf: stem => `${stem} nivelado.json`,
  written: otherwise => (otherwise === '' ? 'Guardado.' : `Guardado. En el archivo consta de otro modo: ${otherwise}.`),
  notTaken: why => `No se pudo crear el cronograma nivelado. ${why}`,
  schemes: { serial: 'en serie', parallel: 'en paralelo' },
  settings: (scheme, made, most) =>
    `Programación según el esquema «${scheme}»; ${few(made, 'cronograma generado', 'cronogramas generados')}, ${number(most)} como máximo. Los mismos datos dan el mismo resultado en todas partes.`,
  nothing:
    'Ninguna actividad no terminada usa un recurso con límite, así que no hay nada que nivelar. Dé un límite a un recurso, o abra un archivo con recursos.',
  noResources: 'Las actividades no terminadas de este archivo no tienen recursos, así que no hay nada que nivelar.',
}
