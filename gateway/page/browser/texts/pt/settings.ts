/** Portuguese: settings, and what keys do. */
import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  open: 'Configurações',
  heading: 'Configurações e teclas',
  note: 'Ficam guardadas neste navegador, para todos os arquivos, e no endereço.',
  criticalBy: 'É crítica',
  by: { float: 'uma folga total de 0 ou menos', longest: 'o caminho mais longo' },
  nearDays: 'Quase crítica até uma folga total de (dias)',
  criticalDays: 'Crítica até uma folga total de (dias)',
  unit: 'Durações e folgas da tabela em',
  units: { days: 'dias', hours: 'horas' },
  hours: 'Horas por dia',
  statusDate: 'Data dos dados do arquivo mostrado',
  project: 'O seu projeto, se o arquivo tem vários: ID',
  differs: (what: string) => `Definido de outro modo que no arquivo: ${what}.`,
  back: 'Restaurar',
  close: 'Fechar',
  keys: 'Teclas',
  keyList: [
    ['?', 'Configurações e teclas'],
    ['1 a 7', 'Visão geral, Atividades, Gráficos, Nivelamento, Mudanças, Auditorias, Entrega'],
    ['/', 'Pesquisar nas atividades'],
    ['↑ ↓, Page, Home, End', 'Escolher uma atividade na tabela'],
    ['← →', 'Recolher e expandir um grupo'],
    ['Enter', 'Da atividade aos seus detalhes'],
    ['+ −', 'Ampliar e reduzir as barras'],
    ['Ctrl Z, Ctrl Shift Z', 'Desfazer uma mudança em teste, e refazê-la'],
    ['Alt ← →, Shift ← →', 'No título de uma coluna: movê-la, mudar sua largura'],
    ['Esc', 'Fechar esta janela'],
  ],
}
