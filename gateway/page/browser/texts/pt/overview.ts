/** Portuguese: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'
import { checkTitles } from './check-titles.ts'

export const portuguese = countingIn('pt')
const { few, number } = portuguese

export const formats: Texts['overview']['formats'] = {
  xer: 'XER do Primavera P6',
  p6_xml: 'XML do Primavera P6',
  ms_project_xml: 'XML do Microsoft Project',
  mpp: 'MPP do Microsoft Project',
  sdef: 'SDEF do US Army Corps of Engineers',
  ipmdar_spd: 'SPD do IPMDAR',
}

export const overview: Texts['overview'] = {
  takes: length => `O projeto dura ${length}.`,
  spans: {
    calendar_days: days => few(days, 'dia corrido', 'dias corridos'),
    working_days: days => few(days, 'dia útil', 'dias úteis'),
    custom: days => few(days, 'dia do calendário dado', 'dias do calendário dado'),
    task_calendars: days => few(days, 'dia corrido', 'dias corridos, incluídos o primeiro e o último'),
  },
  andHours: (days, hours, hoursPerDay) =>
    `${days} e ${few(hours, 'hora', 'horas')} (de ${number(hoursPerDay)} por dia)`,
  paths: (longest, near, most) =>
    `${few(longest, 'atividade está', 'atividades estão')} no caminho mais longo, ${number(near)} quase críticas (folga total acima de 0 e até ${few(most, 'dia', 'dias')}).`,
  nearAndCritical: count =>
    `${few(count, 'delas é também crítica', 'delas são também críticas')}, pois o próprio arquivo conta como crítica uma folga acima de 0.`,
  finish: 'Término calculado',
  stored: 'Término segundo o arquivo',
  noStored: 'O arquivo não contém datas de outro programa.',
  same: 'o mesmo dia',
  apart: days =>
    `${few(Math.abs(days), 'dia corrido', 'dias corridos')} ${days > 0 ? 'mais tarde' : 'mais cedo'} do que no arquivo`,
  dataDate: 'Data de status',
  inferred: 'deduzida: o arquivo não tem',
  fromStart: 'o arquivo não tem: calculado desde o início do projeto',
  noDataDate: 'Nenhuma',
  tasks: 'Atividades',
  links: 'Vínculos',
  counts: (complete, active, open) =>
    `${few(complete, 'concluída', 'concluídas')}, ${number(active)} em andamento, ${few(open, 'não iniciada', 'não iniciadas')}`,
  critical: 'Críticas',
  criticalNote: (open, done, least) =>
    `${number(open)} em aberto ${done === 0 ? '' : `e ${number(done)} concluídas `}no caminho mais longo${Number.isFinite(least) ? `; menor folga total: ${few(least, 'dia', 'dias')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'dia corrido', 'dias corridos')} ${days < 0 ? 'depois' : 'antes'} da data de término exigida, ${must}`,
  marginOf: (task, must, days) =>
    `${few(Math.abs(days), 'dia corrido', 'dias corridos')} depois de ${must}, o último dia que o arquivo permite para ${task}`,
  projects: count => `O arquivo tem ${few(count, 'projeto', 'projetos')}. Exibido:`,
  leftOut: count => `${few(count, 'dado do arquivo omitido ou suposto', 'dados do arquivo omitidos ou supostos')}.`,
  leftOutAll: 'Ver quais',
  health: 'Qualidade do cronograma',
  noScore: 'sem nota',
  healthNote: 'segundo nossas próprias verificações; a nota dos 14 pontos da DCMA está ao lado',
  dcma: '14 pontos da DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'atendido', 'atendidos')}, ${few(failed, 'não atendido', 'não atendidos')}, ${few(skipped, 'omitido', 'omitidos')} por falta de dados`,
  checking: 'As verificações estão sendo calculadas …',
  dcmaNone: 'A avaliação não deu resultado para este arquivo.',
  agreement: 'Concordância com o programa que criou o arquivo',
  agreementNote:
    'Atividades não concluídas cujo valor armazenado também calculamos. Diferenças em dias úteis, nosso valor menos o dele.',
  notStored: 'não está no arquivo',
  pathNote:
    'Do trabalho concluído o programa marca mais: nosso caminho mais longo só o tem até onde suas datas reais seguram o que vem depois.',
  agreementHead: ['Valor', 'Comparadas', 'Iguais', 'Maior diferença', 'Atividade'],
  fields: {
    longest_path: 'Caminho mais longo',
    total_float_days: 'Folga total',
    early_start: 'Início mais cedo',
    early_finish: 'Término mais cedo',
    late_start: 'Início mais tarde',
    late_finish: 'Término mais tarde',
  },
  findings: 'Constatações',
  findingsNote:
    'Um número pode diferir do de uma verificação acima: cada uma conta as suas próprias atividades, com ou sem marcos, nível de esforço e trabalho concluído. Sobre o que conta está dito onde ela se abre e na página do seu método.',
  noFindings: 'Nenhuma constatação.',
  skipped: 'O que não foi verificado, e por quê',
  read: 'O que foi lido',
  calendarModes: {
    calendar_days: 'dias corridos',
    working_days: 'dias úteis',
    custom: 'dias do calendário indicado',
    task_calendars: 'calendários das atividades',
  },
  calendar: 'Unidade de tempo',
  format: 'Formato',
  formats,
  takeAlong: 'Exportar:',
  save: {
    workbook: 'Pasta de trabalho (XLSX)',
    whole: 'Relatório de todas as análises (HTML)',
    report: 'Caminho crítico (HTML)',
    checks: 'Relatório dos 14 pontos da DCMA (HTML)',
    chart: 'Gráfico de Gantt (SVG)',
  },
  notSaved: why => `Não foi possível criar o arquivo. ${why}`,
  warnings: 'Omitido ou suposto',
}

export const check: Texts['check'] = {
  titles: {
    ...checkTitles,
    'DCMA-01': 'Lógica',
    'DCMA-02': 'Antecipações',
    'DCMA-03': 'Defasagens',
    'DCMA-04': 'Tipos de vínculo',
    'DCMA-05': 'Restrições rígidas',
    'DCMA-06': 'Folga alta',
    'DCMA-07': 'Folga negativa',
    'DCMA-08': 'Duração alta',
    'DCMA-09': 'Datas inválidas',
    'DCMA-10': 'Recursos',
    'DCMA-11': 'Atividades não cumpridas',
    'DCMA-12': 'Teste do caminho crítico',
    'DCMA-13': 'Índice de extensão do caminho crítico (CPLI)',
    'DCMA-14': 'Índice de execução da linha de base (BEI)',
  },
  statuses: {
    pass: 'atendida',
    fail: 'não atendida',
    info: 'informativa',
    skipped: 'omitida',
    not_applicable: 'nada a contar',
    cannot: 'nenhum cronograma contém',
    asked: 'pergunta para você',
    withdrawn: 'retirada por quem a publicou',
  },
  severities: {
    critical: 'crítica',
    high: 'alta',
    medium: 'média',
    low: 'baixa',
    info: 'informação',
  },
  value: 'Valor',
  threshold: 'Limite',
  ownLimit: 'limite próprio',
  publishedLimit: 'Limite publicado',
  population: 'Contado sobre',
  formula: 'Fórmula',
  source: 'Fonte',
  method: 'Como é calculado',
  noSingleTask: 'Não aponta nenhuma atividade em particular.',
  operators: { '<=': 'no máximo', '>=': 'no mínimo' },
  units: { percent: '%', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Folga total',
  band: (from, to) => `de ${from} a ${to}`,
  floatNote: 'Atividades não concluídas por folga total, em dias.',
  starts: 'Inícios por mês',
  finishes: 'Términos por mês',
  monthsNote: 'Sem atividades-resumo nem níveis de esforço. Em um projeto longo, uma barra reúne vários meses.',
  curve: 'Curva S, em porcentagem do total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Cada atividade conta pelo seu custo orçado.',
    duration_days: 'Cada atividade conta pela sua duração, pois nenhuma tem custo.',
  },
  plans: {
    baseline: 'O plano é a linha de base.',
    none: 'O arquivo não tem linha de base; por isso, nenhum plano é desenhado. Solte a linha de base ao lado dele para comparar.',
    file: name => `O plano são as datas de ${name}, que é a linha de base.`,
    planned:
      'O arquivo não tem linha de base; por isso, não há plano em relação ao qual estar adiantado ou atrasado: suas datas planejadas mudam a cada atualização. Solte a linha de base ao lado dele para comparar.',
  },
  tasks: 'Atividades',
  open: what => `exibir as atividades: ${what}`,
  floatOf: band => `Folga total ${band} dias`,
  inWork: date => `Em andamento em ${date}`,
  planned: { baseline: 'Plano (linha de base)', planned: 'Datas planejadas do arquivo' },
  actual: 'Real',
  forecast: 'Previsão',
  earned: 'Valor agregado',
  load: 'Demanda e capacidade',
  loadWaiting: 'Consultando a demanda…',
  loadNote: from =>
    `Dias de uma pessoa ou máquina em tempo integral, ou quantidade de um material, das atividades não concluídas por período${from === '' ? '' : `, a partir de ${from}`}. A capacidade é a soma dos limites, segundo o arquivo, dos recursos com trabalho no período; uma pessoa sem limite conta como uma. Um período em que um recurso não tem limite não mostra capacidade.`,
  noLoad: 'Nenhuma atividade não concluída tem recursos.',
  resource: 'Recurso',
  allResources: count => `Todas as pessoas e máquinas juntas (${number(count)})`,
  demand: 'Demanda',
  capacity: 'Capacidade',
  updates: 'BEI e CPLI ao longo das atualizações',
  updatesNote:
    'Baseline execution index e critical path length index de cada arquivo; a DCMA pede no mínimo 0,95 em ambos.',
  least: 'Mínimo',
  undated: 'O cronograma não tem datas; por isso, não há meses.',
}
