/** Portuguese: files for authorities. */
import type { Texts } from '../../texts.ts'
import { portuguese } from './overview.ts'

const { few, number } = portuguese

export const deliverables: Texts['deliverables'] = {
  heading: 'Arquivos para autoridades',
  note: (file: string) => `A partir de ${file}. O que falta é listado antes de escrever qualquer coisa.`,
  list: 'Formatos',
  formats: { 'ipmdar-spd': 'IPMDAR SPD (DoD)', 'doe-pars': 'PARS (DOE)', 'usace-sdef': 'SDEF (USACE)' },
  validate: 'Validar um arquivo',
  baseline: (file: string) => `A linha de base é ${file}.`,
  noBaseline: 'Nenhum arquivo aberto é a linha de base: ela é escolhida em Mudanças.',
  waiting: 'Procurando o que falta …',
  failed: (why: string) => `Não pôde ser criado. ${why}`,
  effects: {
    cannot_be_written: 'não pode ser escrito',
    rejected: 'rejeitado',
    flagged: 'será pedido',
    accepted: 'pode ficar vazio',
  },
  missing: 'O que falta',
  missingNone: 'Não falta nada.',
  missingHead: ['Campo', 'Linhas', 'O quê, e como informar'],
  rows: (rows: number, of: number) => `${number(rows)} de ${number(of)}`,
  hint: 'De onde as tarefas tiram um valor: code:NOME é um código de atividade, udf:NOME um campo personalizado, value:TEXTO o mesmo texto para todas. O que você digita fica neste navegador, por formato.',
  given: 'Seus valores',
  valueOf: (field: string) => `Valor de ${field}`,
  again: 'Verificar de novo',
  make: 'Criar o arquivo',
  making: 'O arquivo está sendo criado …',
  made: (name: string) => `Salvo como ${name}.`,
  allow: 'Criar mesmo que o destinatário rejeite',
  shorten: 'Encurtar IDs longos demais',
  changes: 'O que é escrito de outra forma',
  changesHead: ['Campo', 'Linhas', 'O quê'],
  validateNote: 'Um arquivo SPD, PARS ou SDEF de qualquer um é comparado com as regras do seu formato.',
  choose: 'Escolher um arquivo',
  validating: (name: string) => `Lendo ${name} …`,
  valid: (name: string, format: string) => `${name} cumpre as regras de ${format}.`,
  invalid: (name: string, format: string, errors: number, warnings: number) =>
    `${name}, lido como ${format}: ${few(errors, 'erro', 'erros')}, ${few(warnings, 'aviso', 'avisos')}.`,
  severities: { error: 'erro', warning: 'aviso' },
  faultsHead: ['Gravidade', 'Campo', 'Lugares', 'Regra', 'Primeiros lugares'],
  place: (row: number) => `linha ${number(row)}`,
}
