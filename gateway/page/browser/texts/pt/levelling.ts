/** Portuguese: levelling. */
import type { Texts } from '../../texts.ts'
import { portuguese } from './overview.ts'

const { few, number } = portuguese

export const levelling: Texts['levelling'] = {
  heading: 'Qual atividade espera por qual recurso, e até quando',
  failed: 'Não foi possível nivelar.',
  stale: 'O que está abaixo é da escolha anterior.',
  running: 'Nivelando…',
  cancel: 'Cancelar',
  keepBest: 'Parar e manter o melhor até agora',
  again: 'Começar de novo',
  done: (percent, left) => `${percent} %${left}`,
  left: seconds => `, no máximo cerca de ${few(seconds, 'segundo', 'segundos')} a mais`,
  finishBefore: 'Término antes do nivelamento',
  finishAfter: 'Término após o nivelamento',
  moves: (working, calendar) => `${working} dias úteis${calendar === '' ? '' : `, ${calendar} dias corridos`}`,
  sameFinish: 'o mesmo',
  bound: 'Não antes de',
  boundBy: (by, days, percent) => {
    if (days === 0) return `limite inferior segundo ${by}, atingido`
    const apart = `${few(Math.abs(days), 'dia útil', 'dias úteis')}${percent === '' ? '' : ` (${percent}%)`}`
    return days > 0
      ? `limite inferior segundo ${by}; a ${apart}`
      : `limite inferior segundo ${by}; o término fica ${apart} antes, pois há atividades acima de um limite`
  },
  criticalPath: 'o caminho crítico',
  workOf: resource => `o trabalho de ${resource}`,
  later: 'Atividades que começam mais tarde',
  laterNote: (days, splits) =>
    `${few(days, 'dia útil', 'dias úteis')} no total${splits === 0 ? '' : `; ${few(splits, 'atividade interrompida', 'atividades interrompidas')}`}`,
  unresolved: 'Não resolvidas',
  unresolvedNote: 'atividades que ficam onde um limite é ultrapassado',
  over: 'Trabalho acima dos limites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} antes do nivelamento`,
  how: 'Como é nivelado',
  rule: 'Ordem de prioridade',
  ruleOfFile: 'Como diz o arquivo; se não, menor término mais tarde',
  rules: {
    p6: 'P6: prioridade, depois ID da atividade',
    ms_project_id: 'Microsoft Project: somente ID',
    ms_project_standard: 'Microsoft Project: padrão',
    ms_project_priority_standard: 'Microsoft Project: prioridade, padrão',
    late_finish: 'Menor término mais tarde',
    late_start: 'Menor início mais tarde',
    total_float: 'Menor folga total',
    early_start: 'Menor início mais cedo',
    successors: 'Mais sucessoras',
    rank_weight: 'A mais longa com suas sucessoras',
    shortest: 'A mais curta',
  },
  effort: 'Busca',
  efforts: {
    fast: 'Rápida: uma passagem',
    good: 'Boa: busca por alguns segundos',
    best: 'Melhor: busca por mais tempo',
  },
  objective: 'Objetivo',
  objectives: {
    earliest_finish: 'Término mais cedo',
    least_change: 'Menos dias de atraso',
    flattest_use: 'Uso mais uniforme',
  },
  withinFloat: 'Somente dentro da folga total',
  splits: 'O trabalho pode ser interrompido',
  floatKept: 'Folga a manter, em dias',
  period: 'Histograma por',
  periods: { day: 'Dia', week: 'Semana', month: 'Mês' },
  limits: 'Limites dos recursos',
  limitsNote:
    'Unidades simultâneas: pessoas ou máquinas em tempo integral; de um material, a quantidade por dia. Uma mudança nivela de novo. O que não está marcado não tem limite.',
  limitsHead: [
    '',
    'Recurso',
    'Limite, unidades',
    'Ajustar',
    'Origem',
    'Atividades',
    'Máximo simultâneo',
    'Trabalho acima, horas',
  ],
  levelIt: resource => `Nivelar ${resource}`,
  limitOf: resource => `Limite de ${resource}, em unidades`,
  sources: {
    request: 'informado aqui',
    schedule: 'o arquivo',
    default: 'nenhum: supõe-se 1',
    none: 'sem limite',
  },
  leftOut: {
    no_limit: 'sem limite',
    not_asked_for: 'não nivelado',
    not_used: 'nenhuma atividade não concluída o usa',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Voltar aos limites do arquivo',
  histogram: 'Uso antes e depois',
  resource: 'Recurso',
  histogramNote: resource =>
    `Horas-unidade de ${resource} por período. O limite são suas unidades vezes as horas do seu próprio calendário: um trabalho em um calendário mais longo pode ficar acima da linha sem mais unidades simultâneas.`,
  before: 'Antes do nivelamento',
  after: 'Após o nivelamento',
  limit: 'Limite',
  moved: count => `Atividades movidas: ${number(count)}`,
  movedNone: 'Nenhuma atividade foi movida.',
  movedLeftOut: count => `${few(count, 'outra não cabe', 'outras não cabem')} na resposta.`,
  movedHead: [
    'ID',
    'Atividade',
    'Início antes',
    'Início depois',
    'Término antes',
    'Término depois',
    'Dias úteis',
    'Dias corridos',
    'Por quê',
  ],
  marked: 'Movidas pelo nivelamento',
  stands: count => `Não resolvidas: ${number(count)}`,
  standsHead: ['ID', 'Atividade', 'Recurso', 'Precisa, unidades', 'Máximo disponível', 'Por quê'],
  take: 'O cronograma nivelado',
  takeNote:
    'Cada atividade movida recebe a restrição de não iniciar antes do seu novo início ou, pelas regras do Microsoft Project, um atraso por nivelamento. O arquivo aberto fica como está.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'Abrir aqui',
  nameOf: stem => `${stem} nivelado.json`,
  written: otherwise => (otherwise === '' ? 'Salvo.' : `Salvo. No arquivo consta de outra forma: ${otherwise}.`),
  notTaken: why => `Não foi possível criar o cronograma nivelado. ${why}`,
  schemes: { serial: 'em série', parallel: 'em paralelo' },
  settings: (scheme, made, most) =>
    `Programação pelo esquema “${scheme}”; ${few(made, 'cronograma gerado', 'cronogramas gerados')}, no máximo ${number(most)}. Os mesmos dados dão o mesmo resultado em qualquer lugar.`,
  nothing:
    'Nenhuma atividade não concluída usa um recurso com limite; por isso, não há nada a nivelar. Dê um limite a um recurso, ou abra um arquivo com recursos.',
  noResources: 'As atividades não concluídas deste arquivo não têm recursos; por isso, não há nada a nivelar.',
}
