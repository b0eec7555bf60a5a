/** Portuguese: overview, checks and plots. */
import type { Texts } from '../../texts.ts'
import { countingIn } from '../counting.ts'

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
  finish: 'Término calculado',
  stored: 'Término no arquivo',
  noStored: 'O arquivo não guarda datas de outra ferramenta.',
  same: 'o mesmo dia',
  apart: days =>
    `${few(Math.abs(days), 'dia corrido', 'dias corridos')} ${days > 0 ? 'depois' : 'antes'} do que está no arquivo`,
  dataDate: 'Data de status',
  inferred: 'deduzida: o arquivo não tem',
  noDataDate: 'Nenhuma',
  tasks: 'Atividades',
  links: 'Vínculos',
  counts: (complete, active, open) =>
    `${few(complete, 'concluída', 'concluídas')}, ${number(active)} em andamento, ${number(open)} a fazer`,
  critical: 'Críticas',
  criticalNote: (longest, least) =>
    `${number(longest)} no caminho mais longo${Number.isFinite(least) ? `; menor folga total ${few(least, 'dia', 'dias')}` : ''}`,
  margin: (must, days) =>
    `${few(Math.abs(days), 'dia corrido', 'dias corridos')} ${days < 0 ? 'depois' : 'antes'} da data-limite de término, ${must}`,
  leftOut: count =>
    `${few(count, 'item do arquivo foi omitido ou suposto', 'itens do arquivo foram omitidos ou supostos')}.`,
  leftOutAll: 'Ver quais',
  health: 'Qualidade do cronograma',
  noScore: 'sem nota',
  healthNote: 'segundo verificações próprias; a nota dos 14 pontos da DCMA está ao lado',
  dcma: '14 pontos da DCMA',
  dcmaNote: (passed, failed, skipped) =>
    `${few(passed, 'aprovado', 'aprovados')}, ${few(failed, 'reprovado', 'reprovados')}, ${few(skipped, 'ignorado', 'ignorados')} por falta de dados`,
  dcmaNone: 'A avaliação não deu resposta para este arquivo.',
  agreement: 'Concordância com a ferramenta que criou o arquivo',
  agreementNote:
    'Atividades em aberto cujo valor gravado também calculamos. Diferenças em dias úteis, o nosso valor menos o deles.',
  agreementHead: ['Valor', 'Comparadas', 'Iguais', 'Maior diferença', 'Em'],
  fields: {
    total_float_days: 'Folga total',
    early_start: 'Início mais cedo',
    early_finish: 'Término mais cedo',
    late_start: 'Início mais tarde',
    late_finish: 'Término mais tarde',
  },
  findings: 'Achados',
  noFindings: 'Nada foi encontrado.',
  skipped: 'O que não foi verificado, e por quê',
  read: 'O que foi lido',
  calendarModes: {
    calendar_days: 'dias corridos',
    working_days: 'dias úteis',
    custom: 'dias do calendário informado',
    task_calendars: 'os calendários das atividades',
  },
  calendar: 'Contado em',
  format: 'Formato',
  formats,
  takeAlong: 'Levar:',
  save: {
    workbook: 'Pasta de trabalho (XLSX)',
    whole: 'Relatório de todas as análises (HTML)',
    report: 'Caminho crítico (HTML)',
    checks: 'Relatório dos 14 pontos da DCMA (HTML)',
    chart: 'Gráfico de Gantt (SVG)',
  },
  notSaved: why => `Não foi possível criar. ${why}`,
  warnings: 'Omitido ou suposto',
}

export const check: Texts['check'] = {
  statuses: {
    pass: 'aprovado',
    fail: 'reprovado',
    info: 'informativo',
    skipped: 'ignorado',
    not_applicable: 'nada a contar',
    cannot: 'nenhum cronograma tem',
    asked: 'pergunta para você',
    withdrawn: 'retirado pelo autor',
  },
  severities: { critical: 'crítica', high: 'alta', medium: 'média', low: 'baixa', info: 'informação' },
  value: 'Valor',
  threshold: 'Limite',
  population: 'Contado sobre',
  formula: 'Fórmula',
  source: 'Fonte',
  method: 'Como é calculado',
  noSingleTask: 'Não cita nenhuma atividade específica.',
  operators: { '<=': 'no máximo', '>=': 'no mínimo' },
  units: { percent: ' %', tasks: '', links: '', values: '', components: '', ratio: '' },
}

export const plots: Texts['plots'] = {
  float: 'Folga total',
  band: (from, to) => `${from} a ${to}`,
  floatNote: 'Atividades em aberto pela folga total em dias.',
  starts: 'Inícios por mês',
  finishes: 'Términos por mês',
  monthsNote: 'Atividades sem resumos nem nível de esforço. Em um projeto longo, uma barra reúne vários meses.',
  curve: 'Avanço ao longo do tempo, em por cento do total',
  curveNote: (weight, plan) => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Cada atividade conta pelo custo orçado.',
    duration_days: 'Cada atividade conta pela duração, pois nenhuma tem custo.',
  },
  plans: {
    baseline: 'O plano é a linha de base.',
    none: 'O arquivo não tem linha de base, então nenhum plano é desenhado. Solte a linha de base ao lado para comparar.',
    file: name => `O plano são as datas de ${name}, que é a linha de base.`,
    planned:
      'O arquivo não tem linha de base, então não há plano do qual estar adiantado ou atrasado: as datas planejadas mudam a cada atualização. Solte a linha de base ao lado para comparar.',
  },
  tasks: 'Atividades',
  planned: { baseline: 'Plano (linha de base)', planned: 'Datas planejadas do arquivo' },
  actual: 'Real',
  forecast: 'Previsão',
  earned: 'Valor agregado',
  load: 'Demanda e capacidade',
  loadWaiting: 'Solicitando a demanda …',
  loadNote: from =>
    `Dias de uma pessoa ou máquina em tempo integral, de um material a quantidade, das atividades em aberto por período${from === '' ? '' : `, a partir de ${from}`}. A capacidade são os limites dos recursos com trabalho no período, segundo o arquivo; uma pessoa sem limite conta como uma. Um período em que falta um limite não mostra nenhum.`,
  noLoad: 'Nenhuma atividade em aberto cita um recurso.',
  resource: 'Recurso',
  allResources: count => `Todas as pessoas e máquinas juntas (${number(count)})`,
  demand: 'Demanda',
  capacity: 'Capacidade',
  updates: 'BEI e CPLI nas atualizações',
  updatesNote:
    'Índice de execução da linha de base (BEI) e índice de extensão do caminho crítico (CPLI) de cada arquivo; a DCMA pede no mínimo 0,95 em ambos.',
  least: 'Mínimo',
  undated: 'O cronograma não tem datas, então não há meses.',
}
