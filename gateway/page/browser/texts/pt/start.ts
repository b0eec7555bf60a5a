/** Portuguese: before there is a file, what the page may call, and while one is read. */
import type { Texts } from '../../texts.ts'
import { formats, portuguese } from './overview.ts'

const { few, number } = portuguese

export const start: Texts['start'] = {
  heading: 'O que um cronograma diz',
  lead: `Solte um cronograma aqui: ${Object.values(formats).join(', ')} ou o nosso JSON.`,
  choose: 'Escolher um arquivo',
  sample: 'Abrir um exemplo',
  series: 'Abrir quatro atualizações de um pleito',
  drop: 'Os arquivos podem ser soltos em qualquer lugar desta página. Se forem dois ou mais, são comparados; a página reconhece a ordem deles pelas datas de status.',
  privacy:
    'O arquivo vai somente para este serviço, e esta página não carrega nada de nenhum outro lugar. O serviço guarda dele apenas os resultados de cronogramas grandes, por algum tempo.',
  kept: 'Arquivos da última vez',
  keptNote:
    'Este navegador os guarda neste computador para que continuem aqui ao recarregar a página. Eles não foram enviados para nenhum outro lugar.',
  again: 'Abrir de novo',
  forget: 'Esquecer',
  docs: 'Documentação',
  guide: 'Guia para planejadores (em inglês)',
  more: 'Chamadas com curl, métodos e fontes',
}

export const where: Texts['where'] = {
  service: host => `Calculado pelo serviço em ${host}`,
  file: 'Calculado nesta página, sem serviço nem rede',
  heading: 'Onde é calculado',
  told: [
    'Esta página é um único arquivo com todo o motor de cálculo. Ela calcula neste navegador. Nenhum arquivo sai deste computador: o navegador tem ordem de não deixar a página chamar nada.',
    'Cada análise dá, byte a byte, o que dá um serviço desta versão. Contas, chaves, trabalhos em fila e cronogramas guardados precisam do serviço. Um cronograma pode ter tantas atividades quantas couberem na memória do navegador.',
  ],
  offer: 'Sem serviço:',
  take: 'baixar esta página em um único arquivo (sis.html)',
  tooOld:
    'Este navegador é antigo demais para a página sem serviço. É preciso Chrome ou Edge 114, Firefox 122, Safari 17.4 ou uma versão posterior.',
}

export const access: Texts['access'] = {
  heading: 'Chave usada pela página',
  kinds: {
    own: () => 'Sua própria chave. Ela fica nesta aba e é esquecida ao fechá-la.',
    local: tier => `Uma chave deste computador (nível ${tier}). Só o usuário que executa o serviço a recebe.`,
    playground: (_tier, tasks, calls) =>
      `Uma chave de teste: cronogramas de até ${few(tasks, 'atividade', 'atividades')}, ${few(calls, 'chamada', 'chamadas')}, 24 horas. Uma chave própria remove esses limites.`,
  },
  others:
    'A chave deste computador é do usuário que executa o serviço, no navegador que abriu esta página primeiro. Para este navegador, abra o endereço mostrado por: npm run admin -- page open. Ou informe uma chave criada com: npm run admin -- key create --tier government',
  own: 'Chave própria',
  use: 'Usar esta chave',
  forget: 'Esquecer minha chave',
}

export const progress: Texts['progress'] = {
  heading: name => `Lendo ${name}`,
  stages: {
    upload: () => 'Enviando o arquivo',
    queue: position =>
      position > 0 ? `Na fila: ${few(position, 'trabalho', 'trabalhos')} antes deste` : 'Aguardando uma vaga',
    compute: () => 'Calculando',
    read: () => 'Recebendo o resultado',
  },
  cancel: 'Cancelar',
}

export const failure: Texts['failure'] = {
  heading: name => `Não foi possível analisar ${name}`,
  byCode: {
    network: 'O serviço não respondeu. Verifique se ele ainda está em execução e tente novamente.',
    cancelled: 'Você cancelou.',
    other_search:
      'Desta vez a busca terminou com outro cronograma que o mostrado, por isso nada foi salvo. Nivele de novo com “Cronogramas no máximo”: assim ela termina sempre no mesmo ponto.',
    too_long:
      'O cálculo levou mais de cinco minutos neste navegador e foi encerrado. Um serviço aceita cronogramas maiores, como trabalhos em fila.',
    validation: 'O arquivo foi lido, mas alguns de seus valores não podem ser usados:',
    body_empty: 'O arquivo está vazio.',
    unreadable: 'O navegador não conseguiu lê-lo. É uma pasta, ou ele foi movido ou alterado nesse meio-tempo?',
    undated: 'Os arquivos são ordenados por suas datas de status, e estes não têm:',
    broken: 'O que voltou não é uma resposta do serviço: talvez um proxy tenha respondido. Tente de novo.',
    page: 'A página falhou. Recarregue-a e tente novamente.',
  },
  instead: {
    deadline_exceeded:
      'Demorou mais do que uma chamada pode: a máquina está ocupada ou o cronograma é grande. Tente de novo; uma busca com menos esforço demora menos.',
    credentials_invalid:
      'O serviço não conhece a chave usada pela página. Informe outra na página inicial, ou esqueça-a ali.',
  },
  noKey: 'Este navegador não tem chave para este arquivo. Abaixo está como obtê-la.',
  file: 'O arquivo',
  tooDeep: file => `${file} está aninhado fundo demais para ser lido.`,
  jsonBroken: (file, line, column, found) =>
    `${file} não é um JSON válido: ${found}, na linha ${number(line)}, coluna ${number(column)}, está fora do lugar.`,
  jsonEnds: (file, line, column) =>
    `${file} não é um JSON válido: termina cedo demais, na linha ${number(line)}, coluna ${number(column)}.`,
  unknown: code => `O serviço o recusou (${code}).`,
  again: 'Escolher outro arquivo',
  retry: 'Tentar de novo',
  busy: 'O limite conta o tempo do relógio. Se outros programas ocupam a máquina, uma segunda tentativa pode dar certo.',
  goOn: 'Voltar aos arquivos abertos',
}
