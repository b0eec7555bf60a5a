/** The page in Spanish: words that planners in Latin America and Spain share, those of the Spanish P6 and PMBOK before those of Project. */
import type { Texts } from '../texts.ts'
import { activities, gantt, table, task } from './es/activities.ts'
import { audits } from './es/audits.ts'
import { compare } from './es/compare.ts'
import { deliverables } from './es/deliverables.ts'
import { levelling } from './es/levelling.ts'
import { check, overview, plots, spanish } from './es/overview.ts'
import { report } from './es/report.ts'
import { settings } from './es/settings.ts'
import { access, failure, progress, start, where } from './es/start.ts'
import { whatIf } from './es/what-if.ts'
import { offerTexts } from './languages.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Ir al contenido',
  views: 'Vistas',
  language: 'Idioma',
  colon: ': ',
  englishSentences:
    'Las frases que provienen del análisis (hallazgos, verificaciones, razones, avisos) están en inglés en todos los idiomas.',
  tabs: {
    overview: 'Resumen',
    activities: 'Actividades',
    audits: 'Auditorías',
    compare: 'Cambios',
    plots: 'Gráficos',
    levelling: 'Nivelación',
    deliverables: 'Entrega',
  },
  files: {
    label: 'Archivo que se muestra',
    add: 'Agregar un archivo para comparar',
    close: 'Cerrar este archivo',
    otherProject: (name, closed) =>
      `${name} es de otro proyecto: casi ninguna actividad está en ${closed === 1 ? 'el archivo abierto antes' : 'los archivos abiertos antes'} (${closed}). Por eso se abrió sin ellos; para verlos otra vez, ábralos de nuevo.`,
    noBaseline: (name, why) => `La línea base no se pudo usar para ${name}. ${why}`,
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
  whatIf,
  report,
  settings,
  deliverables,
}
offerTexts('es', TEXTS)
