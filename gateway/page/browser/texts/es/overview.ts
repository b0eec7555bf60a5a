/** Spanish: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'

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
  finish: 'Fin calculado',
  stored: 'Fin en el archivo',
  noStored: 'El archivo no guarda fechas de otra herramienta.',
  same: 'el mismo día',
  apart: days =>
    `${few(Math.abs(days), 'día calendario', 'días calendario')} ${days > 0 ? 'después' : 'antes'} que en el archivo`,
  dataDate: 'Fecha de corte',
  inferred: 'deducida: el archivo no la tiene',
  noDataDate: 'Ninguna',
  tasks: 'Actividades',
  links: 'Relaciones',
  counts: (complete, active, open) =>
    `${few(complete, 'terminada', 'terminadas')}, ${number(active)} en curso, ${number(open)} por hacer`,
  critical: 'Críticas',
  criticalNote: (longest, least) =>
    `${number(longest)} en la ruta más larga${Number.isFinite(least) ? `; menor holgura total ${few(least, 'día', 'días')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'día calendario', 'días calendario')} ${days < 0 ? 'después' : 'antes'} de la fecha límite de fin, ${must}`,
  leftOut: count =>
    `${few(count, 'elemento del archivo se omitió o se supuso', 'elementos del archivo se omitieron o se supusieron')}.`,
  leftOutAll: 'Ver cuáles',
  health: 'Calidad del cronograma',
  noScore: 'sin nota',
  healthNote: 'según comprobaciones propias; la nota de los 14 puntos de la DCMA está al lado',
  dcma: '14 puntos de la DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'aprobado', 'aprobados')}, ${few(failed, 'no aprobado', 'no aprobados')}, ${few(skipped, 'omitido', 'omitidos')} por falta de datos`,
  dcmaNone: 'La evaluación no dio respuesta para este archivo.',
  agreement: 'Concordancia con la herramienta que creó el archivo',
  agreementNote:
    'Actividades pendientes cuyo valor guardado también calculamos. Diferencias en días laborables, nuestro valor menos el suyo.',
  agreementHead: ['Valor', 'Comparadas', 'Iguales', 'Mayor diferencia', 'En'],
  fields: {
    total_float_days: 'Holgura total',
    early_start: 'Inicio temprano',
    early_finish: 'Fin temprano',
    late_start: 'Inicio tardío',
    late_finish: 'Fin tardío',
  },
  findings: 'Hallazgos',
  noFindings: 'No se encontró nada.',
  skipped: 'Lo que no se comprobó, y por qué',
  read: 'Lo que se leyó',
  calendarModes: {
    calendar_days: 'días calendario',
    working_days: 'días laborables',
    custom: 'días del calendario dado',
    task_calendars: 'los calendarios de las actividades',
  },
  calendar: 'Contado en',
  format: 'Formato',
  formats,
  takeAlong: 'Llevarse:',
  save: {
    workbook: 'Libro (XLSX)',
    whole: 'Informe de todos los análisis (HTML)',
    report: 'Ruta crítica (HTML)',
    checks: 'Informe de los 14 puntos de la DCMA (HTML)',
    chart: 'Diagrama de Gantt (SVG)',
  },
  notSaved: why => `No se pudo crear. ${why}`,
  warnings: 'Omitido o supuesto',
}

export const check: Texts['check'] = {
  statuses: {
    pass: 'aprobado',
    fail: 'no aprobado',
    info: 'informativo',
    skipped: 'omitido',
    not_applicable: 'nada que contar',
    cannot: 'ningún cronograma lo tiene',
    asked: 'pregunta para usted',
    withdrawn: 'retirado por su autor',
  },
  severities: { critical: 'crítica', high: 'alta', medium: 'media', low: 'baja', info: 'información' },
  value: 'Valor',
  threshold: 'Límite',
  population: 'Contado sobre',
  formula: 'Fórmula',
  source: 'Fuente',
  method: 'Cómo se calcula',
  noSingleTask: 'No nombra ninguna actividad concreta.',
  operators: { '<=': 'como máximo', '>=': 'al menos' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Holgura total',
  band: (from, to) => `${from} a ${to}`,
  floatNote: 'Actividades pendientes según su holgura total en días.',
  starts: 'Inicios por mes',
  finishes: 'Fines por mes',
  monthsNote: 'Actividades sin resúmenes ni nivel de esfuerzo. En un proyecto largo una barra reúne varios meses.',
  curve: 'Avance en el tiempo, en por ciento del total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Cada actividad cuenta por su costo presupuestado.',
    duration_days: 'Cada actividad cuenta por su duración, pues ninguna tiene costo.',
  },
  plans: {
    baseline: 'El plan es la línea base.',
    none: 'El archivo no tiene línea base, así que no se dibuja ningún plan. Suelte la línea base al lado para comparar.',
    file: name => `El plan son las fechas de ${name}, que es la línea base.`,
    planned:
      'El archivo no tiene línea base, así que no hay plan del que ir por delante o por detrás: sus fechas planificadas se mueven con cada actualización. Suelte la línea base al lado para comparar.',
  },
  tasks: 'Actividades',
  planned: { baseline: 'Plan (línea base)', planned: 'Fechas planificadas del archivo' },
  actual: 'Real',
  forecast: 'Pronóstico',
  earned: 'Valor ganado',
  load: 'Demanda y capacidad',
  loadWaiting: 'Pidiendo la demanda …',
  loadNote: from =>
    `Días de una persona o máquina a tiempo completo, de un material su cantidad, de las actividades pendientes por período${from === '' ? '' : `, desde el ${from}`}. La capacidad son los límites de los recursos con trabajo en el período, según el archivo; una persona sin límite cuenta como una. Un período en el que falta un límite no muestra ninguno.`,
  noLoad: 'Ninguna actividad pendiente nombra un recurso.',
  resource: 'Recurso',
  allResources: count => `Todas las personas y máquinas juntas (${number(count)})`,
  demand: 'Demanda',
  capacity: 'Capacidad',
  updates: 'BEI y CPLI en las actualizaciones',
  updatesNote:
    'Índice de ejecución de la línea base (BEI) e índice de longitud de la ruta crítica (CPLI) de cada archivo; la DCMA pide al menos 0,95 en ambos.',
  least: 'Mínimo',
  undated: 'El cronograma no tiene fechas, así que no hay meses.',
}
