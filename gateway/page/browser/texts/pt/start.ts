/** Portuguese: before there is a file, what the page may call, and while one is read. */
import type { Texts } from '../../texts.ts'
import { formats, portuguese } from './overview.ts'

const { few, number } = portuguese

export const start: Texts['start'] = {
  heading: 'O que diz um cronograma',
  lead: `Solte aqui um cronograma: ${Object.values(formats).join(', ')} ou nosso JSON.`,
  choose: 'Escolher um arquivo',
  sample: 'Abrir um exemplo',
  series: 'Abrir quatro atualizações de um pleito',
  drop: 'Solte arquivos em qualquer lugar desta página. Dois ou mais são comparados; a página os ordena pelas datas de status.',
  privacy:
    'O arquivo vai só para este serviço, e esta página não carrega nada de outro lugar. O serviço guarda dele apenas os resultados de cronogramas grandes, por um tempo.',
  kept: 'Arquivos da última vez',
  keptNote:
    'Este navegador os guarda nesta máquina, para que continuem ali ao recarregar. Não foram para nenhum outro lugar.',
  again: 'Abrir de novo',
  forget: 'Esquecer',
  docs: 'Documentação',
  more: 'Chamadas com curl, métodos e fontes',
}

export const where: Texts['where'] = {
  service: host => `Calculado pelo serviço em ${host}`,
  file: 'Calculado nesta página, sem serviço nem rede',
  heading: 'Onde se calcula',
  told: [
    'Esta página é um único arquivo com todo o motor. Ela calcula neste navegador. Nenhum arquivo sai desta máquina: o navegador tem ordem de não deixar a página chamar ninguém.',
    'Cada análise dá, byte a byte, o que dá um serviço desta versão. Contas, chaves, tarefas em fila e cronogramas guardados precisam do serviço. Um cronograma pode ter tantas atividades quantas couberem na memória do navegador.',
  ],
  offer: 'Sem serviço:',
  take: 'levar esta página como um único arquivo (sis.html)',
  tooOld:
    'Este navegador é antigo demais para a página sem serviço. Ela precisa de Chrome ou Edge 114, Firefox 122, Safari 17.4 ou mais novo.',
}

export const access: Texts['access'] = {
  heading: 'Com o que a página chama o serviço',
  kinds: {
    own: () => 'Com a sua própria chave. Ela fica nesta aba e é esquecida ao fechá-la.',
    local: tier => `Com uma chave desta máquina (nível ${tier}). Só a recebe o usuário que executa o serviço.`,
    playground: (_tier, tasks, calls) =>
      `Com uma chave de teste: cronogramas de até ${number(tasks)} atividades, ${number(calls)} chamadas, 24 horas. Uma chave própria remove esses limites.`,
  },
  others:
    'A chave desta máquina é para o usuário que executa o serviço, no navegador que abriu esta página primeiro. Para este navegador, abra o endereço mostrado por: npm run admin -- page open. Ou digite uma chave criada por: npm run admin -- key create --tier government',
  own: 'Chave própria',
  use: 'Usar esta chave',
  forget: 'Esquecer minha chave',
}

export const progress: Texts['progress'] = {
  heading: name => `Lendo ${name}`,
  stages: {
    upload: () => 'Enviando o arquivo',
    queue: position =>
      position > 0 ? `Na fila: ${few(position, 'tarefa', 'tarefas')} antes desta` : 'Aguardando um lugar',
    compute: () => 'Calculando',
    read: () => 'Recebendo o resultado',
  },
  cancel: 'Cancelar',
}

export const failure: Texts['failure'] = {
  heading: name => `Não foi possível analisar ${name}`,
  byCode: {
    network: 'O serviço não respondeu. Verifique se ele ainda está em execução e tente de novo.',
    cancelled: 'Você cancelou.',
    too_long:
      'Demorou mais de cinco minutos neste navegador e foi encerrado. Um serviço aceita cronogramas maiores, em fila.',
    validation: 'O arquivo foi lido, mas alguns de seus valores não podem ser usados:',
    body_empty: 'O arquivo está vazio.',
    unreadable: 'O navegador não conseguiu lê-lo. É uma pasta, ou foi movido ou alterado nesse meio-tempo?',
    undated: 'Os arquivos são ordenados pelas datas de status, e estes não têm nenhuma:',
    page: 'A página falhou. Recarregue-a e tente de novo.',
  },
  instead: {
    credentials_invalid:
      'O serviço não conhece a chave com que a página chama. Digite outra no início, ou esqueça-a ali.',
  },
  file: 'O arquivo',
  json_syntax: 'O arquivo não é JSON válido:',
  unknown: code => `O serviço o recusou (${code}).`,
  again: 'Escolher outro arquivo',
  goOn: 'Voltar aos arquivos abertos',
}
