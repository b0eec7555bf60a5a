/** The page in Portuguese: the words of planners in Brazil, those of PMBOK and P6 before those of Project. */
import type { Texts } from '../texts.ts'
import { offerTexts } from './languages.ts'
import { activities, gantt, table, task } from './pt/activities.ts'
import { audits } from './pt/audits.ts'
import { compare } from './pt/compare.ts'
import { deliverables } from './pt/deliverables.ts'
import { levelling } from './pt/levelling.ts'
import { check, overview, plots, portuguese } from './pt/overview.ts'
import { report } from './pt/report.ts'
import { settings } from './pt/settings.ts'
import { access, failure, progress, start, where } from './pt/start.ts'
import { whatIf } from './pt/what-if.ts'

const TEXTS: Texts = {
  title: 'Schedule Intelligence Service',
  skip: 'Ir para o conteúdo',
  views: 'Visões',
  language: 'Idioma',
  colon: ': ',
  englishSentences:
    'As frases que vêm da análise (constatações, verificações, justificativas, avisos) estão em inglês em todos os idiomas.',
  tabs: {
    overview: 'Visão geral',
    activities: 'Atividades',
    audits: 'Auditorias',
    compare: 'Mudanças',
    plots: 'Gráficos',
    levelling: 'Nivelamento',
    deliverables: 'Entrega',
  },
  files: {
    label: 'Arquivo exibido',
    add: 'Adicionar um arquivo para comparar',
    close: 'Fechar este arquivo',
    otherProject: (name, closed) =>
      `${name} é de outro projeto: quase nenhuma atividade está em ${closed === 1 ? 'o arquivo aberto antes' : 'os arquivos abertos antes'} (${closed}). Por isso foi aberto sem eles; para vê-los de novo, abra-os novamente.`,
    noBaseline: (name, why) => `A linha de base não pôde ser usada para ${name}. ${why}`,
    same: (name, open) => `${name} tem o mesmo conteúdo que ${open}, que já está aberto.`,
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
  whatIf,
  report,
  settings,
  deliverables,
}
offerTexts('pt', TEXTS)
