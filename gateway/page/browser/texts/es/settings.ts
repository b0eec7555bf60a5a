/** Spanish: settings, and what keys do. */
import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  open: 'Configuración',
  heading: 'Configuración y teclas',
  note: 'Se guardan en este navegador, para todos los archivos, y en la dirección.',
  criticalBy: 'Es crítica',
  by: { float: 'una holgura total de 0 o menos', longest: 'la ruta más larga' },
  nearDays: 'Casi crítica hasta una holgura total de (días)',
  criticalDays: 'Crítica hasta una holgura total de (días)',
  unit: 'Duraciones y holguras de la tabla en',
  units: { days: 'días', hours: 'horas' },
  hours: 'Horas por día',
  statusDate: 'Fecha de datos del archivo mostrado',
  project: 'Su proyecto, si el archivo tiene varios: ID',
  differs: (what: string) => `Configurado de otro modo que en el archivo: ${what}.`,
  back: 'Restablecer',
  close: 'Cerrar',
  keys: 'Teclas',
  keyList: [
    ['?', 'Configuración y teclas'],
    ['1 a 7', 'Resumen, Actividades, Gráficos, Nivelación, Cambios, Auditorías, Entrega'],
    ['/', 'Buscar en las actividades'],
    ['↑ ↓, Pág, Inicio, Fin', 'Elegir una actividad en la tabla'],
    ['← →', 'Contraer y expandir un grupo'],
    ['Intro', 'De la actividad a su detalle'],
    ['+ −', 'Acercar y alejar las barras'],
    ['Ctrl Z, Ctrl Mayús Z', 'Deshacer un cambio de prueba, y rehacerlo'],
    ['Alt ← →, Mayús ← →', 'En el título de una columna: moverla, cambiar su ancho'],
    ['Esc', 'Cerrar esta ventana'],
  ],
}
