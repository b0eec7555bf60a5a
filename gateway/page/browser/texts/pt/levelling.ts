/** Portuguese: levelling. */
import type { Texts } from '../../texts.ts'
import { portuguese } from './overview.ts'

const { few, number } = portuguese

export const levelling: Texts['levelling'] = {
  heading: 'Qual atividade espera qual recurso, e até quando',
  failed: 'Não foi possível nivelar.',
  running: 'Nivelando …',
  cancel: 'Cancelar',
  finishBefore: 'Término antes do nivelamento',
  finishAfter: 'Término depois do nivelamento',
  moves: (working, calendar) => `${working} dias úteis${calendar === '' ? '' : `, ${calendar} dias corridos`}`,
  sameFinish: 'o mesmo',
  bound: 'Não antes de',
  boundBy: (by, days, percent) => {
    if (days === 0) return `limite inferior por ${by}, alcançado`
    const apart = `${few(Math.abs(days), 'dia útil', 'dias úteis')}${percent === '' ? '' : ` (${percent} %)`}`
    return days > 0
      ? `limite inferior por ${by}; a ${apart}`
      : `limite inferior por ${by}; o término fica a ${apart} dele porque há atividades acima de um limite`
  },
  criticalPath: 'o caminho crítico',
  workOf: resource => `o trabalho de ${resource}`,
  later: 'Atividades que começam mais tarde',
  laterNote: (days, splits) =>
    `${few(days, 'dia útil', 'dias úteis')} ao todo${splits === 0 ? '' : `; o trabalho de ${few(splits, 'atividade', 'atividades')} é interrompido`}`,
  unresolved: 'Não resolvidas',
  unresolvedNote: 'atividades onde um limite é excedido',
  over: 'Trabalho acima dos limites',
  hours: hours => `${number(hours)} h`,
  overNote: hours => `${hours} antes do nivelamento`,
  how: 'Como se nivela',
  rule: 'Quem vem primeiro',
  rules: {
    p6: 'P6: prioridade, depois ID da atividade',
    ms_project_id: 'Microsoft Project: somente ID',
    ms_project_standard: 'Microsoft Project: padrão',
    ms_project_priority_standard: 'Microsoft Project: prioridade, padrão',
    late_finish: 'Término mais tarde mais próximo',
    late_start: 'Início mais tarde mais próximo',
    total_float: 'Menor folga total',
    early_start: 'Início mais cedo mais próximo',
    successors: 'Mais sucessoras',
    rank_weight: 'A mais longa com as sucessoras',
    shortest: 'A mais curta',
  },
  effort: 'Esforço',
  efforts: { fast: 'Rápido: uma passada', good: 'Bom: busca alguns segundos', best: 'Melhor: busca mais tempo' },
  objective: 'Buscar',
  objectives: {
    earliest_finish: 'O término mais cedo',
    least_change: 'O menor número de dias de atraso',
    flattest_use: 'O uso mais uniforme',
  },
  withinFloat: 'Só dentro da folga total',
  splits: 'O trabalho pode ser interrompido',
  floatKept: 'Folga a manter, dias',
  period: 'Histograma por',
  periods: { day: 'Dia', week: 'Semana', month: 'Mês' },
  limits: 'Limites dos recursos',
  limitsNote:
    'Unidades ao mesmo tempo: pessoas em tempo integral ou máquinas, de um material a quantidade por dia. Uma alteração nivela de novo. O que não está marcado não tem limite.',
  limitsHead: [
    '',
    'Recurso',
    'Limite, unidades',
    'Deslizar',
    'Origem',
    'Atividades',
    'Máximo ao mesmo tempo',
    'Trabalho acima, horas',
  ],
  levelIt: resource => `Nivelar ${resource}`,
  limitOf: resource => `Limite de ${resource}, unidades`,
  sources: {
    request: 'digitado aqui',
    schedule: 'do arquivo',
    default: 'não informado: 1 suposto',
    none: 'sem limite',
  },
  leftOut: {
    no_limit: 'sem limite',
    not_asked_for: 'não nivelado',
    not_used: 'nenhuma atividade em aberto o usa',
  },
  fromTo: (before, after) => `${before} → ${after}`,
  reset: 'Voltar aos limites do arquivo',
  histogram: 'Uso antes e depois',
  resource: 'Recurso',
  histogramNote: resource =>
    `Horas-unidade de ${resource} por período. O limite são as unidades vezes as horas do próprio calendário: o trabalho em um calendário mais longo pode ficar acima dele sem mais unidades ao mesmo tempo.`,
  before: 'Antes do nivelamento',
  after: 'Depois do nivelamento',
  limit: 'Limite',
  moved: count => `Atividades movidas: ${number(count)}`,
  movedNone: 'Nenhuma atividade se moveu.',
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
  standsHead: ['ID', 'Atividade', 'Recurso', 'Precisa, unidades', 'Máximo que há', 'Por quê'],
  take: 'O cronograma nivelado',
  takeNote:
    'Cada atividade movida recebe a restrição de não iniciar antes do novo início, e pelas regras do Microsoft Project um atraso de redistribuição. O arquivo aberto fica como está.',
  forms: { json: 'JSON', xer: 'XER', p6_xml: 'P6 XML', ms_project_xml: 'Microsoft Project XML' },
  openHere: 'Abrir aqui',
  nameOf: stem => `${stem} nivelado.json`,
  written: otherwise => (otherwise === '' ? 'Salvo.' : `Salvo. No arquivo está escrito diferente: ${otherwise}.`),
  notTaken: why => `Não foi possível criar. ${why}`,
  settings: (scheme, made, most) =>
    `Alocado pelo esquema “${scheme}”; ${few(made, 'cronograma criado', 'cronogramas criados')}, no máximo ${number(most)}. A mesma entrada dá o mesmo resultado em qualquer lugar.`,
  nothing:
    'Nenhuma atividade em aberto usa um recurso com limite, então não há o que nivelar. Dê um limite a um recurso, ou abra um arquivo com recursos.',
  noResources: 'As atividades em aberto deste arquivo não citam nenhum recurso, então não há o que nivelar.',
}
