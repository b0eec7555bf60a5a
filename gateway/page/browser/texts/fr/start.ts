/** French: before there is a file, what the page may call, and while one is read. */
import type { Texts } from '../../texts.ts'
import { formats, french } from './overview.ts'

const { few, number } = french

export const start: Texts['start'] = {
  heading: 'Ce que dit un planning',
  lead: `Déposez un planning ici : ${Object.values(formats).join(', ')} ou notre JSON.`,
  choose: 'Choisir un fichier',
  sample: 'Ouvrir un exemple',
  series: 'Ouvrir quatre mises à jour d’une réclamation',
  drop: 'Les fichiers peuvent être déposés n’importe où sur cette page. À partir de deux, ils sont comparés ; la page reconnaît leur ordre à leurs dates d’état.',
  privacy:
    'Le fichier n’est envoyé qu’à ce service, et cette page ne charge rien d’ailleurs. Le service n’en conserve que les résultats des grands plannings, pour un temps.',
  kept: 'Fichiers de la dernière fois',
  keptNote:
    'Ce navigateur les conserve sur cet ordinateur pour les retrouver après un rechargement. Ils n’ont été envoyés nulle part ailleurs.',
  again: 'Les rouvrir',
  forget: 'Les oublier',
  docs: 'Documentation',
  guide: 'Guide du planificateur (en anglais)',
  more: 'Appels avec curl, méthodes et sources',
}

export const where: Texts['where'] = {
  service: host => `Calculé par le service sur ${host}`,
  file: 'Calculé dans cette page, sans service ni réseau',
  heading: 'Où se fait le calcul',
  told: [
    'Cette page est un seul fichier avec tout le moteur de calcul. Le calcul se fait dans ce navigateur. Aucun fichier ne quitte cet ordinateur : le navigateur a pour consigne de ne laisser la page rien appeler.',
    'Chaque analyse donne, à l’octet près, ce que donne un service de cette version. Les comptes, les clés, les travaux différés et les plannings conservés demandent le service. Un planning peut avoir autant de tâches que la mémoire du navigateur en contient.',
  ],
  offer: 'Sans service :',
  take: 'télécharger cette page en un seul fichier (sis.html)',
  tooOld:
    'Ce navigateur est trop ancien pour la page sans service. Il faut Chrome ou Edge 114, Firefox 122, Safari 17.4 ou une version plus récente.',
}

export const access: Texts['access'] = {
  heading: 'Clé utilisée par la page',
  kinds: {
    own: () => 'Votre propre clé. Elle reste dans cet onglet et est oubliée à sa fermeture.',
    local: tier => `Une clé de cet ordinateur (niveau ${tier}). Seul l’utilisateur qui exécute le service la reçoit.`,
    playground: (_tier, tasks, calls) =>
      `Une clé d’essai : plannings jusqu’à ${few(tasks, 'tâche', 'tâches')}, ${few(calls, 'appel', 'appels')}, 24 heures. Votre propre clé lève ces limites.`,
  },
  others:
    'La clé de cet ordinateur est réservée à l’utilisateur qui exécute le service, dans le navigateur qui a ouvert cette page en premier. Pour ce navigateur, ouvrez l’adresse affichée par : npm run admin -- page open. Ou saisissez une clé créée par : npm run admin -- key create --tier government',
  own: 'Votre propre clé',
  use: 'Utiliser cette clé',
  forget: 'Oublier ma clé',
}

export const progress: Texts['progress'] = {
  heading: name => `Lecture de ${name}`,
  stages: {
    upload: () => 'Envoi du fichier',
    queue: position =>
      position > 0 ? `En attente : ${few(position, 'travail', 'travaux')} avant celui-ci` : 'En attente d’une place',
    compute: () => 'Calcul en cours',
    read: () => 'Réception du résultat',
  },
  cancel: 'Annuler',
}

export const failure: Texts['failure'] = {
  heading: name => `${name} n’a pas pu être analysé`,
  byCode: {
    network: 'Le service n’a pas répondu. Vérifiez qu’il fonctionne encore, puis réessayez.',
    cancelled: 'Vous avez annulé.',
    other_search:
      'La recherche a abouti cette fois à un autre planning que celui affiché, rien n’a donc été enregistré. Nivelez à nouveau avec « Plannings au plus » : elle s’arrête alors chaque fois au même endroit.',
    too_long:
      'Le calcul a duré plus de cinq minutes dans ce navigateur et a été arrêté. Un service accepte de plus grands plannings, en travaux différés.',
    validation: 'Le fichier a été lu, mais certaines de ses valeurs sont inutilisables :',
    body_empty: 'Le fichier est vide.',
    unreadable: 'Le navigateur n’a pas pu le lire. Est-ce un dossier, ou a-t-il été déplacé ou modifié entre-temps ?',
    undated: 'Les fichiers sont classés selon leur date d’état, et ceux-ci n’en ont pas :',
    broken: 'Ce qui est revenu n’est pas une réponse du service : un proxy a peut-être répondu. Réessayez.',
    page: 'La page a rencontré une erreur. Rechargez-la et réessayez.',
  },
  instead: {
    deadline_exceeded:
      'Cela a pris plus de temps qu’un appel n’en a : la machine est occupée, ou le planning est grand. Réessayez ; une recherche avec moins d’effort en prend moins.',
    credentials_invalid:
      'Le service ne connaît pas la clé utilisée par la page. Saisissez-en une autre sur la page d’accueil, ou oubliez-la à cet endroit.',
  },
  noKey: "Ce navigateur n'a pas de clé pour ce fichier. La façon d'en obtenir une est indiquée ci-dessous.",
  file: 'Le fichier',
  tooDeep: file => `${file} est imbriqué trop profondément pour être lu.`,
  jsonBroken: (file, line, column, found) =>
    `${file} n’est pas du JSON valide : ${found}, ligne ${number(line)}, colonne ${number(column)}, n’a pas sa place là.`,
  jsonEnds: (file, line, column) =>
    `${file} n’est pas du JSON valide : le texte s’arrête trop tôt, ligne ${number(line)}, colonne ${number(column)}.`,
  unknown: code => `Le service l’a refusé (${code}).`,
  again: 'Choisir un autre fichier',
  retry: 'Réessayer',
  busy: 'La limite compte le temps de l’horloge. Si d’autres programmes occupent la machine, un second essai peut aboutir.',
  goOn: 'Revenir aux fichiers ouverts',
}
