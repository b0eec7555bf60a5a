/** The definitions of the DIQ as SQL over rows of DS04 and DS05, and the tables that they read. */
import { DatabaseSync } from 'node:sqlite'

/** Fields that schedules keep in codes. */
export const CODES = [
  'level',
  'subtype',
  'evt',
  'pctype',
  'rpg',
  'jhard',
  'jsoft',
  'jfloat',
  'jlag',
  'jwbs',
  'jevt',
  'mdesc',
  'appto',
] as const
const COLUMNS = [
  ...['sch', 'id', 'name', 'wbs', 'type', 'dor', 'drem', 'dact', 'pcd', 'pcp', 'pcu', 'ctype', 'cdate', 'as_', 'af'],
  ...['es', 'ef', 'ls', 'lf', 'tf', 'ff', 'res', 'sent_es', ...CODES],
]

export type Row = Record<string, string | number | null>

/** Keys by which definitions look rows up, as they write them. */
const INDEXED = [
  ...["ds04 (sch, coalesce(wbs, ''))", 'ds04 (sch, CAST(level AS INTEGER))', 'ds04 (sch, level)'],
  ...['ds04 (sch, lower(name))', 'ds04 (sch, rpg)', 'ds04 (id, sch)', 'ds05 (sch, pred)', 'ds05 (sch, succ)'],
]

/** How many rows each definition flags, by its id. */
export function flaggedBySql(tasks: readonly Row[], links: readonly Row[], statusDay: number): (id: string) => number {
  const database = new DatabaseSync(':memory:')
  database.exec(`CREATE TABLE ds04 (${COLUMNS.join(', ')}); CREATE TABLE ds05 (sch, pred, succ, type, lag)`)
  const task = database.prepare(`INSERT INTO ds04 VALUES (${COLUMNS.map(() => '?').join(', ')})`)
  const link = database.prepare('INSERT INTO ds05 VALUES (?, ?, ?, ?, ?)')
  for (const row of tasks) task.run(...COLUMNS.map(column => row[column] ?? null))
  for (const { sch, pred, succ, type, lag } of links) link.run(sch!, pred!, succ!, type!, lag!)
  // what a definition asks of the other rows for each row
  for (const key of INDEXED) database.exec(`CREATE INDEX "${key}" ON ${key}`)
  const counts = new Map(
    Object.entries(QUERIES).map(([id, query]) => {
      const { n } = database.prepare(query.replaceAll('STATUS', String(statusDay))).get() as { n: number }
      return [id, n]
    }),
  )
  database.close()
  return id => counts.get(id)!
}

const HARD = `('MSO','MFO','SO','FO','SNLT','FNLT')`
const SOFT = `('SNET','FNET')`
const MS = `type IN ('milestone','start_milestone','finish_milestone')`
const L = 'CAST(level AS INTEGER)'
const MAJOR = `(${L} BETWEEN 100 AND 135 OR ${L} BETWEEN 140 AND 170 OR ${L} BETWEEN 190 AND 199 OR ${L} BETWEEN 300 AND 399 OR ${L} BETWEEN 700 AND 799)`
const one = (column: string): string => `(${column} IS NOT NULL AND instr(trim(${column}), ' ') = 0)`
const tasks = (where: string): string => `SELECT count(*) AS n FROM ds04 a WHERE ${where}`
const links = (where: string): string => `SELECT count(*) AS n FROM ds05 a WHERE ${where}`
const FC = `sch = 'FC'`
const BL = `sch = 'BL'`
const other = (where: string): string =>
  `EXISTS (SELECT 1 FROM ds04 b WHERE b.id = a.id AND b.sch <> a.sch AND ${where})`
const levelRow = (level: number, where: string): string =>
  `EXISTS (SELECT 1 FROM ds04 b WHERE b.sch = a.sch AND CAST(b.level AS INTEGER) = ${level} AND ${where})`
const classOf = (of: string): string =>
  `CASE WHEN ${of}.evt IN ('B','C','D','E','F','G','H','L','N','O','P') THEN 'd' WHEN ${of}.evt = 'A' THEN 'a' WHEN ${of}.evt IN ('J','M') THEN 'j' WHEN ${of}.evt = 'K' THEN 'k' END`
const SHARE = `a.tf * 1.0 / nullif((SELECT max(max(b.ef) - STATUS, 0) FROM ds04 b WHERE b.sch = a.sch AND b.level = '175'), 0) >= 0.1`

/** By id: how many rows the definition flags, both schedules together. */
export const QUERIES: Readonly<Record<string, string>> = {
  1040113: tasks(
    `NOT ${MS} AND coalesce(subtype,'') NOT IN ('SVT','ZBA') AND (${levelRow(175, 'a.es > b.es')} OR ${levelRow(175, 'a.ef > b.ef')})`,
  ),
  1040114: tasks(
    `EXISTS (SELECT 1 FROM ds04 b WHERE b.sch=a.sch AND coalesce(b.wbs,'')=coalesce(a.wbs,'') AND b.subtype='SVT') AND EXISTS (SELECT 1 FROM ds04 b WHERE b.sch=a.sch AND coalesce(b.wbs,'')=coalesce(a.wbs,'') AND coalesce(b.subtype,'')<>'SVT')`,
  ),
  1040115: tasks(`NOT ${MS} AND dor = 0`),
  1040117: tasks(`${BL} AND ff < 0`),
  1040118: tasks(`${BL} AND tf < 0`),
  1040119: tasks(`NOT ${MS} AND as_ IS NOT NULL AND af IS NOT NULL AND dact = 0`),
  1040121: tasks('af IS NOT NULL AND drem <> 0'),
  1040122: tasks('instr(lower(name), lower(id)) > 0'),
  1040123: tasks(`evt IN ('B','C','D','E','F','G','H','L','N','O','P') AND pctype <> 'physical'`),
  1040124: tasks(`(${MS} OR type = 'summary') AND evt IS NOT NULL`),
  1040125: tasks(`ctype IN ${HARD}`),
  1040126: tasks(`(evt = 'A' OR type = 'loe') AND pctype <> 'duration'`),
  1040127: tasks(`${MS} AND (dor <> 0 OR dact <> 0 OR drem <> 0 OR es <> ef OR ls <> lf OR as_ <> af)`),
  1040128: tasks(`${MS} AND (pcd NOT IN (0,100) OR pcp NOT IN (0,100) OR pcu NOT IN (0,100))`),
  1040130: tasks(`rpg = 'Y' AND (level = '138' OR NOT ${levelRow(138, '1')})`),
  1040131: tasks(`ctype IN ${SOFT}`),
  1040132: tasks('subtype IS NOT NULL AND evt IS NOT NULL'),
  1040133: tasks(`subtype = 'SVT' AND level IS NOT NULL AND NOT ${MAJOR}`),
  1040135: tasks(
    `subtype = 'ZBA' AND NOT EXISTS (SELECT 1 FROM ds04 b WHERE b.sch=a.sch AND coalesce(b.wbs,'')=coalesce(a.wbs,'') AND coalesce(b.subtype,'')<>'ZBA')`,
  ),
  1040138: tasks(`dact + coalesce(drem, CASE WHEN af IS NOT NULL OR (pcd = 100) THEN 0 END) > dor`),
  1040139: tasks(`NOT ${MS} AND type <> 'summary' AND coalesce(subtype,'') NOT IN ('SVT','ZBA') AND evt IS NULL`),
  1040141: tasks(`evt IN ('J','M') AND appto IS NULL`),
  1040142: tasks(`${FC} AND as_ < sent_es AND sent_es < STATUS`),
  1040143: tasks(`${FC} AND as_ > af`),
  1040145: tasks(`${BL} AND NOT ${other('1')}`),
  1040150: tasks(`${BL} AND level = '110'`),
  1040151: tasks(`${FC} AND level = '110'`),
  1040158: tasks(`${BL} AND level = '190'`),
  1040163: tasks(`${FC} AND level = '180'`),
  1040160: tasks(
    `${L} BETWEEN 100 AND 199 AND level NOT IN ('138','139') AND (SELECT count(*) FROM ds04 b WHERE b.sch=a.sch AND b.level=a.level) > 1`,
  ),
  1040161: tasks(`(ctype IN ${HARD} AND ${one('jhard')}) OR (ctype IN ${SOFT} AND ${one('jsoft')})`),
  1040164: tasks('(SELECT count(*) FROM ds04 b WHERE b.sch=a.sch AND lower(b.name)=lower(a.name)) > 1'),
  1040165: tasks(one('name')),
  1040168: tasks(`evt <> 'A' AND type <> 'loe' AND pctype = 'duration'`),
  1040169: tasks('ef > lf'),
  1040173: tasks('es > ef'),
  1040174: tasks('es > ls'),
  1040176: tasks(`evt IN ('B','G','H','J','L','M','N','O','P') AND (jevt IS NULL OR ${one('jevt')})`),
  1040177: tasks(other(`coalesce(b.evt,'') <> coalesce(a.evt,'')`)),
  1040178: tasks(`${FC} AND NOT ${other('1')}`),
  1040179: tasks(`${FC} AND type <> 'start_milestone' AND af IS NOT NULL AND as_ IS NULL`),
  1040180: tasks(`ctype IN ${HARD} AND cdate IS NULL`),
  1040181: tasks(`ctype IN ${HARD} AND jhard IS NULL`),
  1040183: tasks(one('jfloat')),
  1040184: tasks(`${FC} AND jfloat IS NULL AND ${SHARE}`),
  1040185: tasks(one('jlag')),
  1040186: tasks(
    `(SELECT count(DISTINCT ${classOf('b')}) FROM ds04 b WHERE b.sch=a.sch AND coalesce(b.wbs,'')=coalesce(a.wbs,'')) > 1`,
  ),
  1040189: tasks(`type = 'loe' AND evt <> 'A'`),
  1040190: tasks('ls > lf'),
  1040191: tasks(`${MAJOR} AND coalesce(subtype,'') <> 'SVT'`),
  1040192: tasks(`level <> '100' AND ${levelRow(100, 'a.es < b.es')}`),
  1040193: tasks(`level <> '199' AND ${levelRow(199, 'a.ef > b.ef')}`),
  1040194: tasks(one('mdesc')),
  1040195: tasks(`level IS NOT NULL AND NOT ${MS}`),
  1040197: tasks(`(${L} BETWEEN 200 AND 800 OR level = '138') AND mdesc IS NULL`),
  1040199: tasks(`${FC} AND af IS NULL AND (pcd = 100 OR pcp = 100 OR pcu = 100)`),
  1040200: tasks(`${FC} AND as_ IS NULL AND (pcd > 0 OR pcp > 0 OR pcu > 0)`),
  1040201: tasks(`pctype = 'units'`),
  1040204: tasks(`${L} BETWEEN 160 AND 800 AND type NOT IN ('finish_milestone','milestone')`),
  1040205: tasks(`${L} BETWEEN 100 AND 150 AND type <> 'start_milestone'`),
  1040211: tasks(`ctype IN ${SOFT} AND cdate IS NULL`),
  1040215: tasks('(SELECT count(*) FROM ds04 b WHERE b.sch=a.sch AND b.id=a.id) > 1'),
  1040220: tasks(other(`coalesce(b.wbs,'') <> coalesce(a.wbs,'')`)),
  1040221: tasks(one('jwbs')),
  1040226: tasks(`subtype = 'ZBA' AND level IS NOT NULL AND ${L} NOT BETWEEN 800 AND 899`),
  1040228: tasks(
    `${FC} AND ${L} BETWEEN 131 AND 135 AND NOT EXISTS (SELECT 1 FROM ds04 b WHERE b.sch=a.sch AND b.rpg='Y')`,
  ),
  1040229: tasks(
    `${BL} AND ${L} BETWEEN 131 AND 135 AND NOT EXISTS (SELECT 1 FROM ds04 b WHERE b.sch=a.sch AND b.rpg='Y')`,
  ),
  1040230: tasks(`ctype IN ${SOFT} AND jsoft IS NULL`),
  1040321: tasks(
    `level = '190' AND ${other(`b.level = '190' AND coalesce(b.wbs,'') = coalesce(a.wbs,'') AND (b.es <> a.es OR b.ef <> a.ef)`)}`,
  ),
  1040603: tasks(`${BL} AND jfloat IS NULL AND ${SHARE}`),
  1040604: tasks(
    `(coalesce(dor,0) = 0 AND ef - es > 5) OR (dor <> 0 AND abs((ef - es) - dor) * 1.0 / abs(dor) > 0.25)`,
  ),
  1040605: tasks(`type = 'summary'`),
  1050232: links('lag < 0'),
  1050234: links(
    `EXISTS (SELECT 1 FROM ds04 p WHERE p.sch=a.sch AND p.id=a.pred) AND EXISTS (SELECT 1 FROM ds05 b WHERE b.sch=a.sch AND b.pred=a.pred AND b.type IN ('SS','FF')) AND EXISTS (SELECT 1 FROM ds05 b WHERE b.sch=a.sch AND b.pred=a.pred AND b.type IN ('FS','SF'))`,
  ),
  1050235: links(`type = 'SF'`),
  1050236: links(
    `pred <> 'NONE' AND (SELECT count(*) FROM ds05 b WHERE b.sch=a.sch AND b.pred=a.pred AND b.succ=a.succ) > 1`,
  ),
  9040134: tasks(`subtype = 'SVT' AND EXISTS (SELECT 1 FROM ds05 b WHERE b.sch=a.sch AND b.succ=a.id)`),
  9040187: tasks(
    `(type = 'loe' OR evt IN ('A','J','M')) AND (
      (SELECT count(DISTINCT b.type) FROM ds05 b JOIN ds04 p ON p.sch=b.sch AND p.id=b.pred WHERE b.sch=a.sch AND b.succ=a.id AND b.type IN ('SS','FF') AND p.type='task' AND coalesce(p.evt,'') NOT IN ('A','J','M')) < 2
      OR EXISTS (SELECT 1 FROM ds05 b JOIN ds04 s ON s.sch=b.sch AND s.id=b.succ WHERE b.sch=a.sch AND b.pred=a.id AND (s.type='loe' OR s.evt IN ('A','J','M'))))`,
  ),
  9040196: tasks(`${MS} AND res IS NOT NULL`),
  9040200: tasks(`type = 'summary' AND EXISTS (SELECT 1 FROM ds05 b WHERE b.sch=a.sch AND b.succ=a.id)`),
  9040214: tasks(`subtype IN ('SVT','ZBA') AND res IS NOT NULL`),
  9040216: tasks(
    `coalesce(level,'') <> '100' AND coalesce(subtype,'') <> 'SVT' AND type <> 'summary' AND NOT EXISTS (SELECT 1 FROM ds05 b WHERE b.sch=a.sch AND b.succ=a.id)`,
  ),
  9040217: tasks(`coalesce(subtype,'') NOT IN ('SVT','ZBA') AND NOT ${MS} AND type <> 'summary' AND res IS NULL`),
  9040224: tasks(`type = 'summary' AND res IS NOT NULL`),
  9050280: links(`lag <> 0 AND EXISTS (SELECT 1 FROM ds04 s WHERE s.sch=a.sch AND s.id=a.succ AND s.jlag IS NULL)`),
  9050281: links('NOT EXISTS (SELECT 1 FROM ds04 p WHERE p.sch=a.sch AND p.id=a.pred)'),
}
