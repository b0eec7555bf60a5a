/** The page in Portuguese, as it is written in Brazil. */
import { offerTexts, type Texts } from '../texts.ts'
import { activities, gantt, table, task } from './pt/activities.ts'
import { audits } from './pt/audits.ts'
import { compare } from './pt/compare.ts'
import { levelling } from './pt/levelling.ts'
import { check, overview, plots, portuguese } from './pt/overview.ts'
import { access, failure, progress, start, where } from './pt/start.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Ir para o conteúdo',
  views: 'Telas',
  language: 'Idioma',
  englishSentences:
    'As frases que vêm da análise (achados, verificações, motivos, avisos) estão em inglês em todos os idiomas.',
  tabs: {
    overview: 'Visão geral',
    activities: 'Atividades',
    audits: 'Auditorias',
    compare: 'Mudanças',
    plots: 'Gráficos',
    levelling: 'Nivelamento',
  },
  files: {
    label: 'Arquivo mostrado',
    add: 'Adicionar um arquivo para comparar',
    noBaseline: (name, why) => `Não foi possível usar a linha de base para ${name}. ${why}`,
    same: (name, open) => `${name} tem o mesmo conteúdo de ${open}, que já está aberto.`,
  },
  counting: portuguese,
  number: portuguese.number,
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
offerTexts('pt', TEXTS)
