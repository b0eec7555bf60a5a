/** The page in Spanish. */
import { offerTexts, type Texts } from '../texts.ts'
import { activities, gantt, table, task } from './es/activities.ts'
import { audits } from './es/audits.ts'
import { compare } from './es/compare.ts'
import { levelling } from './es/levelling.ts'
import { check, overview, plots, spanish } from './es/overview.ts'
import { access, failure, progress, start, where } from './es/start.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Ir al contenido',
  views: 'Vistas',
  language: 'Idioma',
  englishSentences:
    'Las frases que vienen del análisis (hallazgos, comprobaciones, motivos, avisos) están en inglés en todos los idiomas.',
  tabs: {
    overview: 'Resumen',
    activities: 'Actividades',
    audits: 'Auditorías',
    compare: 'Cambios',
    plots: 'Gráficos',
    levelling: 'Nivelación',
  },
  files: {
    label: 'Archivo mostrado',
    add: 'Añadir un archivo para comparar',
    noBaseline: (name, why) => `No se pudo usar la línea base para ${name}. ${why}`,
    same: (name, open) => `${name} tiene el mismo contenido que ${open}, que ya está abierto.`,
  },
  counting: spanish,
  number: spanish.number,
  start,
  where,
  access,
  progress,
  failure,
  overview,
  check,
  audits,
  activities,
  gantt,
  task,
  plots,
  levelling,
  table,
  compare,
}
offerTexts('es', TEXTS)
