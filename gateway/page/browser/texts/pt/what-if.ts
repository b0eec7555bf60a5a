/** Portuguese: changes that are tried, and alternatives. */
import type { Texts } from '../../texts.ts'
import { portuguese } from './overview.ts'

const { few, number } = portuguese
const days = (count: number): string => few(Math.round(count * 100) / 100, 'dia', 'dias')

export const whatIf: Texts['whatIf'] = {
  heading: 'E se…?',
  note: 'Uma mudança é testada na hora e deixa o arquivo como está. Ctrl+Z a desfaz.',
  complete: 'Está concluída: nenhuma mudança nela move nada.',
  expected: finish => `A duração é calculada a partir do término esperado ${finish}: outra duração não move nada.`,
  duration: 'Duração, d',
  remaining: 'Duração restante, d',
  constraint: 'Restrição',
  noConstraint: 'Nenhuma',
  date: 'Data da restrição',
  calendar: 'Calendário',
  lagOf: id => `Defasagem do vínculo com ${id}, em dias`,
  removeLink: id => `Remover o vínculo com ${id}`,
  addPredecessor: 'Adicionar uma predecessora',
  addSuccessor: 'Adicionar uma sucessora',
  id: 'ID da atividade',
  relation: 'Vínculo',
  lag: 'Defasagem, d',
  add: 'Adicionar',
  unknown: id => `Nenhuma atividade tem o ID ${id}.`,
  itself: 'Uma atividade não pode ser sucessora de si mesma.',
  insert: 'Inserir uma atividade',
  where: 'Onde',
  after: 'Depois dela, antes do que segue',
  before: 'Antes dela, depois do que leva a ela',
  name: 'Nome',
  newName: 'Nova atividade',
  change: {
    duration: (task, from, to) => `${task}: duração ${from} d → ${number(to)} d`,
    remaining: (task, from, to) => `${task}: duração restante ${from} d → ${number(to)} d`,
    constraint: (task, words) => `${task}: ${words}`,
    noConstraint: task => `${task}: sem restrição`,
    calendar: (task, name) => `${task}: calendário ${name}`,
    link: (from, to, type, lag) => `${from} → ${to}: ${type}${lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${days(lag)}`}`,
    unlink: (from, to, type) => `${from} → ${to}: sem vínculo ${type}`,
    add: (name, count) => `Inserida: ${name}, ${days(count)}`,
  },
  bar: 'E se…? O cronograma com as mudanças',
  finish: (before, after) => `Término ${before} → ${after}`,
  later: (working, calendar) => {
    const move = working || calendar || 0
    if (move === 0) return 'o término não se move'
    const way = move > 0 ? 'mais tarde' : 'mais cedo'
    const inWords = (count: number, one: string, many: string): string =>
      few(Math.abs(Math.round(count * 100) / 100), one, many)
    const counted = working === null ? '' : `${inWords(working, 'dia útil', 'dias úteis')} ${way}`
    const other = calendar === null ? '' : inWords(calendar, 'dia corrido', 'dias corridos')
    return counted === '' ? `${other} ${way}` : other === '' ? counted : `${counted} (${other})`
  },
  noFinish: 'O cronograma não tem data de término.',
  float: (task, before, after) => `Folga total de ${task}: ${before} d → ${after} d`,
  moved: count =>
    count === 0 ? 'Nenhuma atividade se move.' : `${few(count, 'atividade se move', 'atividades se movem')}.`,
  lost: count => `Folga negativa por causa disso: ${few(count, 'atividade', 'atividades')}`,
  broken: count => `Datas que deixam de ser cumpridas: ${few(count, 'atividade', 'atividades')}`,
  waiting: 'Calculando…',
  failed: why => `Não foi possível calcular. ${why}`,
  undo: 'Desfazer',
  redo: 'Refazer',
  clear: 'Desfazer tudo',
  takeBack: change => `Desfazer: ${change}`,
  keep: 'Guardar',
  keepAs: 'Nome da alternativa',
  alternative: n => `Alternativa ${number(n)}`,
  alternatives: 'Alternativas',
  head: ['Alternativa', 'Mudanças', 'Término', 'Dias úteis', 'Dias corridos', 'Atividades com folga negativa', ''],
  asSent: 'Como no arquivo',
  open: 'Abrir',
  drop: 'Esquecer',
  openOf: name => `Abrir ${name}`,
  dropOf: name => `Esquecer ${name}`,
  save: 'Salvar como',
  saving: 'Gravando…',
  saved: 'Salvo.',
  savedWith: warnings => `Salvo. O arquivo não consegue expressar tudo: ${warnings}.`,
  since: day =>
    `Estas mudanças foram testadas ${day === '' ? 'antes' : `em ${day}`} e guardadas neste navegador. O arquivo está como estava.`,
  elsewhere: count =>
    `${few(count, 'mudança deste arquivo está em teste', 'mudanças deste arquivo estão em teste')}; esta visão mostra o arquivo sem elas. Com elas:`,
  carries:
    'Um arquivo salvo contém o que o serviço lê de um cronograma: atividades, vínculos, calendários, restrições, avanço, valores de códigos, recursos e atribuições. Ele não tem os layouts, as notas, os documentos nem as descrições dos valores de códigos do original, e no P6 cada atividade recebe o tipo de duração Fixed Duration & Units: importe-o como projeto novo.',
  datesBefore: 'Suas datas são as anteriores às mudanças até que seu programa o calcule (F9).',
  walkOf: 'Os vínculos e suas folgas são os do arquivo; com as mudanças:',
}
