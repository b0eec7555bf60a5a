/** Spanish: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'
import { checkTitles } from './check-titles.ts'

export const spanish = countingIn('es')
const { few, number } = spanish

export const formats: Texts['overview']['formats'] = {
  xer: 'XER de Primavera P6',
  p6_xml: 'XML de Primavera P6',
  ms_project_xml: 'XML de Microsoft Project',
  mpp: 'MPP de Microsoft Project',
  sdef: 'SDEF del US Army Corps of Engineers',
  ipmdar_spd: 'SPD de IPMDAR',
}

export const overview: Texts['overview'] = {
  takes: length => `El proyecto dura ${length}.`,
  spans: {
    calendar_days: days => few(days, 'día natural', 'días naturales'),
    working_days: days => few(days, 'día laborable', 'días laborables'),
    custom: days => few(days, 'día del calendario dado', 'días del calendario dado'),
    task_calendars: days => few(days, 'día natural', 'días naturales, incluidos el primero y el último'),
  },
  andHours: (days, hours, hoursPerDay) => `${days} y ${few(hours, 'hora', 'horas')} (de ${number(hoursPerDay)} al día)`,
  paths: (longest, near, most) =>
    `${few(longest, 'actividad está', 'actividades están')} en la ruta más larga, ${number(near)} casi críticas (holgura total sobre 0 y hasta ${few(most, 'día', 'días')}).`,
  nearAndCritical: count =>
    `${few(count, 'de ellas es también crítica', 'de ellas son también críticas')}, pues el propio archivo cuenta como crítica una holgura mayor que 0.`,
  finish: 'Fin calculado',
  stored: 'Fin según el archivo',
  noStored: 'El archivo no contiene fechas de otro programa.',
  same: 'el mismo día',
  apart: days =>
    `${few(Math.abs(days), 'día calendario', 'días calendario')} ${days > 0 ? 'más tarde' : 'antes'} que en el archivo`,
  dataDate: 'Fecha de corte',
  inferred: 'deducida: el archivo no la tiene',
  fromStart: 'el archivo no la tiene: calculado desde el inicio del proyecto',
  noDataDate: 'Ninguna',
  tasks: 'Actividades',
  links: 'Relaciones',
  counts: (complete, active, open) =>
    `${few(complete, 'terminada', 'terminadas')}, ${number(active)} en curso, ${few(open, 'no iniciada', 'no iniciadas')}`,
  critical: 'Críticas',
  criticalNote: (open, done, least) =>
    `${number(open)} abiertas ${done === 0 ? '' : `y ${number(done)} terminadas `}en la ruta más larga${Number.isFinite(least) ? `; holgura total mínima: ${few(least, 'día', 'días')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'día calendario', 'días calendario')} ${days < 0 ? 'después' : 'antes'} de la fecha de fin exigida, ${must}`,
  marginOf: (task, must, days) =>
    `${few(Math.abs(days), 'día calendario', 'días calendario')} después del ${must}, el último día que el archivo permite para ${task}`,
  projects: count => `El archivo tiene ${few(count, 'proyecto', 'proyectos')}. Se muestra`,
  leftOut: count => `${few(count, 'dato del archivo omitido o supuesto', 'datos del archivo omitidos o supuestos')}.`,
  leftOutAll: 'Ver cuáles',
  health: 'Calidad del cronograma',
  noScore: 'sin nota',
  healthNote: 'según nuestras propias verificaciones; la nota de los 14 puntos de la DCMA está al lado',
  dcma: '14 puntos de la DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'superado', 'superados')}, ${few(failed, 'no superado', 'no superados')}, ${few(skipped, 'omitido', 'omitidos')} por falta de datos`,
  checking: 'Se están calculando las verificaciones …',
  dcmaNone: 'La evaluación no dio resultado para este archivo.',
  agreement: 'Concordancia con el programa que creó el archivo',
  agreementNote:
    'Actividades no terminadas cuyo valor guardado también calculamos. Diferencias en días laborables, nuestro valor menos el suyo.',
  notStored: 'no está en el archivo',
  pathNote:
    'Del trabajo terminado el programa marca más: nuestra ruta más larga lo tiene solo hasta donde sus fechas reales retienen lo que sigue.',
  agreementHead: ['Valor', 'Comparadas', 'Iguales', 'Mayor diferencia', 'Actividad'],
  fields: {
    longest_path: 'Ruta más larga',
    total_float_days: 'Holgura total',
    early_start: 'Inicio temprano',
    early_finish: 'Fin temprano',
    late_start: 'Inicio tardío',
    late_finish: 'Fin tardío',
  },
  findings: 'Hallazgos',
  findingsNote:
    'Un número puede diferir del de una verificación de arriba: cada una cuenta sus propias actividades, con o sin hitos, nivel de esfuerzo y trabajo terminado. Sobre qué cuenta se dice donde se abre y en la página de su método.',
  noFindings: 'Ningún hallazgo.',
  skipped: 'Qué no se verificó, y por qué',
  read: 'Qué se leyó',
  calendarModes: {
    calendar_days: 'días calendario',
    working_days: 'días laborables',
    custom: 'días del calendario indicado',
    task_calendars: 'calendarios de las actividades',
  },
  calendar: 'Unidad de tiempo',
  format: 'Formato',
  formats,
  takeAlong: 'Exportar:',
  save: {
    workbook: 'Libro de Excel (XLSX)',
    whole: 'Informe de todos los análisis (HTML)',
    report: 'Ruta crítica (HTML)',
    checks: 'Informe de los 14 puntos de la DCMA (HTML)',
    chart: 'Diagrama de Gantt (SVG)',
  },
  notSaved: why => `No se pudo crear. ${why}`,
  warnings: 'Omitido o supuesto',
}

export const check: Texts['check'] = {
  titles: {
    ...checkTitles,
    'DCMA-01': 'Lógica',
    'DCMA-02': 'Adelantos',
    'DCMA-03': 'Desfases',
    'DCMA-04': 'Tipos de relación',
    'DCMA-05': 'Restricciones duras',
    'DCMA-06': 'Holgura alta',
    'DCMA-07': 'Holgura negativa',
    'DCMA-08': 'Duración alta',
    'DCMA-09': 'Fechas no válidas',
    'DCMA-10': 'Recursos',
    'DCMA-11': 'Actividades no cumplidas',
    'DCMA-12': 'Prueba de la ruta crítica',
    'DCMA-13': 'Índice de longitud de la ruta crítica (CPLI)',
    'DCMA-14': 'Índice de ejecución de la línea base (BEI)',
  },
  statuses: {
    pass: 'superada',
    fail: 'no superada',
    info: 'informativa',
    skipped: 'omitida',
    not_applicable: 'nada que contar',
    cannot: 'ningún cronograma lo contiene',
    asked: 'pregunta para usted',
    withdrawn: 'retirada por su editor',
  },
  severities: {
    critical: 'crítica',
    high: 'alta',
    medium: 'media',
    low: 'baja',
    info: 'información',
  },
  value: 'Valor',
  threshold: 'Límite',
  ownLimit: 'límite propio',
  publishedLimit: 'Límite publicado',
  population: 'Contado sobre',
  formula: 'Fórmula',
  source: 'Fuente',
  method: 'Cómo se calcula',
  noSingleTask: 'No señala ninguna actividad en particular.',
  operators: { '<=': 'como máximo', '>=': 'como mínimo' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Holgura total',
  band: (from, to) => `de ${from} a ${to}`,
  floatNote: 'Actividades no terminadas según su holgura total en días.',
  starts: 'Inicios por mes',
  finishes: 'Fines por mes',
  monthsNote: 'Sin actividades resumen ni niveles de esfuerzo. En un proyecto largo, una barra reúne varios meses.',
  curve: 'Curva de avance, en porcentaje del total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Cada actividad cuenta según su costo presupuestado.',
    duration_days: 'Cada actividad cuenta según su duración, ya que ninguna tiene costo.',
  },
  plans: {
    baseline: 'El plan es la línea base.',
    none: 'El archivo no tiene línea base, así que no se dibuja ningún plan. Suelte la línea base junto a él para comparar.',
    file: name => `El plan son las fechas de ${name}, que es la línea base.`,
    planned:
      'El archivo no tiene línea base, así que no hay un plan respecto del cual adelantarse o atrasarse: sus fechas planificadas se mueven con cada actualización. Suelte la línea base junto a él para comparar.',
  },
  tasks: 'Actividades',
  open: what => `mostrar las actividades: ${what}`,
  floatOf: band => `Holgura total ${band} días`,
  inWork: date => `En curso el ${date}`,
  planned: { baseline: 'Plan (línea base)', planned: 'Fechas planificadas del archivo' },
  actual: 'Real',
  forecast: 'Pronóstico',
  earned: 'Valor ganado',
  load: 'Demanda y capacidad',
  loadWaiting: 'Consultando la demanda…',
  loadNote: from =>
    `Días de una persona o máquina a tiempo completo, o cantidad de un material, de las actividades no terminadas por período${from === '' ? '' : `, desde el ${from}`}. La capacidad es la suma de los límites, según el archivo, de los recursos con trabajo en el período; una persona sin límite cuenta como una. Un período en el que un recurso no tiene límite no muestra capacidad.`,
  noLoad: 'Ninguna actividad no terminada tiene recursos.',
  resource: 'Recurso',
  allResources: count => `Todas las personas y máquinas juntas (${number(count)})`,
  demand: 'Demanda',
  capacity: 'Capacidad',
  updates: 'BEI y CPLI a lo largo de las actualizaciones',
  updatesNote:
    'Baseline execution index y critical path length index de cada archivo; la DCMA pide al menos 0,95 en ambos.',
  least: 'Mínimo',
  undated: 'El cronograma no tiene fechas, así que no hay meses.',
}
