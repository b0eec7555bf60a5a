/** German: before there is a file, what the page may call, and while one is read. */
import type { Texts } from '../../texts.ts'
import { formats, german } from './overview.ts'

const { few, number } = german

export const start: Texts['start'] = {
  heading: 'Was ein Terminplan sagt',
  lead: `Ziehen Sie einen Terminplan hierher: ${Object.values(formats).join(', ')} oder unser JSON.`,
  choose: 'Datei wählen',
  sample: 'Beispiel öffnen',
  series: 'Vier Stände eines Nachtrags öffnen',
  drop: 'Dateien können überall auf dieser Seite abgelegt werden. Zwei oder mehr werden verglichen; an den Stichtagen erkennt die Seite ihre Reihenfolge.',
  privacy:
    'Die Datei geht nur an diesen Dienst, und diese Seite lädt nichts von anderen Orten. Der Dienst behält davon nur die Ergebnisse großer Terminpläne, für eine Weile.',
  kept: 'Dateien vom letzten Mal',
  keptNote:
    'Dieser Browser behält sie auf diesem Rechner, damit sie nach dem Neuladen noch da sind. Sie gingen an keinen anderen Ort.',
  again: 'Wieder öffnen',
  forget: 'Vergessen',
  docs: 'Dokumentation',
  guide: 'Leitfaden für Terminplaner (englisch)',
  more: 'Aufrufe mit curl, Methoden und Quellen',
}

export const where: Texts['where'] = {
  service: host => `Berechnet vom Dienst auf ${host}`,
  file: 'Berechnet in dieser Seite, ohne Dienst und ohne Netz',
  heading: 'Wo gerechnet wird',
  told: [
    'Diese Seite ist eine einzige Datei mit dem ganzen Rechenkern. Gerechnet wird in diesem Browser. Keine Datei verlässt diesen Rechner: der Browser ist angewiesen, die Seite nichts aufrufen zu lassen.',
    'Jede Analyse liefert bis aufs Byte, was ein Dienst dieser Version liefert. Konten, Schlüssel, Aufträge und gespeicherte Terminpläne brauchen den Dienst. Ein Terminplan darf so viele Vorgänge haben, wie in den Speicher des Browsers passen.',
  ],
  offer: 'Ohne Dienst:',
  take: 'diese Seite als eine Datei mitnehmen (sis.html)',
  tooOld:
    'Dieser Browser ist zu alt für die Seite ohne Dienst. Sie braucht Chrome oder Edge 114, Firefox 122, Safari 17.4 oder neuer.',
}

export const access: Texts['access'] = {
  heading: 'Womit die Seite den Dienst aufruft',
  kinds: {
    own: () => 'Mit Ihrem eigenen Schlüssel. Er bleibt in diesem Tab und wird beim Schließen vergessen.',
    local: tier =>
      `Mit einem Schlüssel dieses Rechners (Stufe ${tier}). Nur wer den Dienst auf diesem Rechner betreibt, bekommt ihn.`,
    playground: (_tier, tasks, calls) =>
      `Mit einem Probeschlüssel: Terminpläne bis ${number(tasks)} Vorgänge, ${number(calls)} Aufrufe, 24 Stunden. Ein eigener Schlüssel hebt diese Grenzen auf.`,
  },
  others:
    'Den Schlüssel dieses Rechners bekommt, wer den Dienst betreibt, im Browser, der diese Seite zuerst geöffnet hat. Für diesen Browser öffnen Sie die Adresse, die dieser Befehl ausgibt: npm run admin -- page open. Oder geben Sie einen Schlüssel ein, den dieser Befehl anlegt: npm run admin -- key create --tier government',
  own: 'Eigener Schlüssel',
  use: 'Diesen Schlüssel verwenden',
  forget: 'Meinen Schlüssel vergessen',
}

export const progress: Texts['progress'] = {
  heading: name => `${name} wird gelesen`,
  stages: {
    upload: () => 'Datei wird gesendet',
    queue: position =>
      position > 0 ? `In der Warteschlange: ${few(position, 'Auftrag', 'Aufträge')} davor` : 'Wartet auf einen Platz',
    compute: () => 'Wird berechnet',
    read: () => 'Ergebnis wird geholt',
  },
  cancel: 'Abbrechen',
}

export const failure: Texts['failure'] = {
  heading: name => `${name} konnte nicht analysiert werden`,
  byCode: {
    network: 'Der Dienst hat nicht geantwortet. Prüfen Sie, ob er noch läuft, und versuchen Sie es erneut.',
    cancelled: 'Sie haben abgebrochen.',
    other_search:
      'Die Suche endete dieses Mal mit einem anderen Plan als dem gezeigten, deshalb wurde nichts gespeichert. Gleichen Sie neu ab mit „Höchstens so viele Pläne“: Dann endet sie jedes Mal an derselben Stelle.',
    too_long:
      'Es hat in diesem Browser länger als fünf Minuten gedauert und wurde beendet. Ein Dienst nimmt größere Terminpläne als Aufträge an.',
    validation: 'Die Datei wurde gelesen, aber einige ihrer Werte sind nicht verwendbar:',
    body_empty: 'Die Datei ist leer.',
    unreadable:
      'Der Browser konnte sie nicht lesen. Ist es ein Ordner, oder wurde sie inzwischen verschoben oder geändert?',
    undated: 'Dateien werden nach ihren Stichtagen geordnet, und diese haben keinen:',
    broken:
      'Was zurückkam, ist keine Antwort des Dienstes: Vielleicht hat ein Proxy geantwortet. Versuchen Sie es noch einmal.',
    page: 'Auf der Seite ist ein Fehler aufgetreten. Laden Sie sie neu und versuchen Sie es noch einmal.',
  },
  instead: {
    deadline_exceeded:
      'Es dauerte länger, als ein Aufruf darf: Der Rechner ist ausgelastet, oder der Terminplan ist groß. Versuchen Sie es noch einmal; eine Suche mit weniger Aufwand braucht weniger.',
    credentials_invalid:
      'Der Dienst kennt den Schlüssel nicht, mit dem die Seite aufruft. Geben Sie auf der Startseite einen anderen ein oder vergessen Sie ihn dort.',
  },
  noKey: 'Dieser Browser hat keinen Schlüssel für diese Datei. Wie er einen bekommt, steht unten.',
  file: 'Die Datei',
  tooDeep: file => `${file} ist zu tief verschachtelt, um gelesen zu werden.`,
  jsonBroken: (file, line, column, found) =>
    `${file} ist kein gültiges JSON: ${found} in Zeile ${number(line)}, Spalte ${number(column)} gehört nicht dorthin.`,
  jsonEnds: (file, line, column) =>
    `${file} ist kein gültiges JSON: Der Text endet zu früh, in Zeile ${number(line)}, Spalte ${number(column)}.`,
  unknown: code => `Der Dienst hat sie abgelehnt (${code}).`,
  again: 'Andere Datei wählen',
  retry: 'Noch einmal versuchen',
  busy: 'Die Grenze zählt die Zeit der Uhr. Wo andere Programme den Rechner beschäftigen, kann ein zweiter Versuch gelingen.',
  goOn: 'Zurück zu den geöffneten Dateien',
}
