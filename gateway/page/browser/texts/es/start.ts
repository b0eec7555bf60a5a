/** Spanish: before there is a file, what the page may call, and while one is read. */
import type { Texts } from '../../texts.ts'
import { formats, spanish } from './overview.ts'

const { few, number } = spanish

export const start: Texts['start'] = {
  heading: 'Lo que dice un cronograma',
  lead: `Suelte aquí un cronograma: ${Object.values(formats).join(', ')} o nuestro JSON.`,
  choose: 'Elegir un archivo',
  sample: 'Abrir un ejemplo',
  series: 'Abrir cuatro actualizaciones de un reclamo',
  drop: 'Los archivos se pueden soltar en cualquier lugar de esta página. Si son dos o más, se comparan; la página reconoce su orden por las fechas de corte.',
  privacy:
    'El archivo va solo a este servicio, y esta página no carga nada de ningún otro lugar. El servicio solo conserva los resultados de cronogramas grandes, durante un tiempo.',
  kept: 'Archivos de la última vez',
  keptNote:
    'Este navegador los guarda en este equipo para que sigan ahí al recargar la página. No se enviaron a ningún otro lugar.',
  again: 'Abrirlos de nuevo',
  forget: 'Olvidarlos',
  docs: 'Documentación',
  guide: 'Guía para planificadores (en inglés)',
  more: 'Llamadas con curl, métodos y fuentes',
}

export const where: Texts['where'] = {
  service: host => `Calculado por el servicio en ${host}`,
  file: 'Calculado en esta página, sin servicio ni red',
  heading: 'Dónde se calcula',
  told: [
    'Esta página es un solo archivo con todo el motor de cálculo. Calcula en este navegador. Ningún archivo sale de este equipo: el navegador tiene la orden de no dejar que la página llame a nada.',
    'Cada análisis da, byte por byte, lo que da un servicio de esta versión. Las cuentas, las claves, los trabajos en cola y los cronogramas guardados requieren el servicio. Un cronograma puede tener tantas actividades como quepan en la memoria del navegador.',
  ],
  offer: 'Sin servicio:',
  take: 'descargar esta página en un solo archivo (sis.html)',
  tooOld:
    'Este navegador es demasiado antiguo para la página sin servicio. Se necesita Chrome o Edge 114, Firefox 122, Safari 17.4 o una versión posterior.',
}

export const access: Texts['access'] = {
  heading: 'Clave que usa la página',
  kinds: {
    own: () => 'Su propia clave. Permanece en esta pestaña y se olvida al cerrarla.',
    local: tier => `Una clave de este equipo (nivel ${tier}). Solo la recibe el usuario que ejecuta el servicio.`,
    playground: (_tier, tasks, calls) =>
      `Una clave de prueba: cronogramas de hasta ${few(tasks, 'actividad', 'actividades')}, ${few(calls, 'llamada', 'llamadas')}, 24 horas. Una clave propia elimina estos límites.`,
  },
  others:
    'La clave de este equipo es para el usuario que ejecuta el servicio, en el navegador que abrió primero esta página. Para este navegador, abra la dirección que muestra: npm run admin -- page open. O introduzca una clave creada con: npm run admin -- key create --tier government',
  own: 'Clave propia',
  use: 'Usar esta clave',
  forget: 'Olvidar mi clave',
}

export const progress: Texts['progress'] = {
  heading: name => `Leyendo ${name}`,
  stages: {
    upload: () => 'Enviando el archivo',
    queue: position =>
      position > 0 ? `En espera: ${few(position, 'trabajo', 'trabajos')} antes de este` : 'En espera de un lugar',
    compute: () => 'Calculando',
    read: () => 'Recibiendo el resultado',
  },
  cancel: 'Cancelar',
}

export const failure: Texts['failure'] = {
  heading: name => `No se pudo analizar ${name}`,
  byCode: {
    network: 'El servicio no respondió. Compruebe que sigue en marcha e inténtelo de nuevo.',
    cancelled: 'Usted lo canceló.',
    other_search:
      'Esta vez la búsqueda terminó con otro programa que el mostrado, así que no se guardó nada. Nivele de nuevo con «Programas como máximo»: así termina siempre en el mismo punto.',
    too_long:
      'El cálculo tardó más de cinco minutos en este navegador y se detuvo. Un servicio admite cronogramas más grandes, como trabajos en cola.',
    validation: 'El archivo se leyó, pero algunos de sus valores no se pueden usar:',
    body_empty: 'El archivo está vacío.',
    unreadable: 'El navegador no pudo leerlo. ¿Es una carpeta, o se movió o modificó entretanto?',
    undated: 'Los archivos se ordenan por sus fechas de corte, y estos no tienen:',
    broken: 'Lo que volvió no es una respuesta del servicio: quizá respondió un proxy. Inténtelo de nuevo.',
    page: 'La página falló. Recárguela e inténtelo de nuevo.',
  },
  instead: {
    deadline_exceeded:
      'Tardó más de lo que puede una llamada: la máquina está ocupada o el cronograma es grande. Inténtelo de nuevo; una búsqueda con menos esfuerzo tarda menos.',
    credentials_invalid:
      'El servicio no conoce la clave que usa la página. Introduzca otra en la página de inicio, u olvídela allí.',
  },
  noKey: 'Este navegador no tiene clave para este archivo. Cómo obtenerla se indica abajo.',
  file: 'El archivo',
  tooDeep: file => `${file} está anidado demasiado hondo para leerse.`,
  jsonBroken: (file, line, column, found) =>
    `${file} no es un JSON válido: ${found}, en la línea ${number(line)}, columna ${number(column)}, está fuera de lugar.`,
  jsonEnds: (file, line, column) =>
    `${file} no es un JSON válido: termina demasiado pronto, en la línea ${number(line)}, columna ${number(column)}.`,
  unknown: code => `El servicio lo rechazó (${code}).`,
  again: 'Elegir otro archivo',
  retry: 'Intentar de nuevo',
  busy: 'El límite cuenta el tiempo del reloj. Si otros programas ocupan la máquina, un segundo intento puede dar resultado.',
  goOn: 'Volver a los archivos abiertos',
}
