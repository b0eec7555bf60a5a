/** What the checks of the catalogues beside DIQ count, as SQL written from their definitions. SD: status date, HD: date of the update before; both as days. */

const HARD = "('MSO','MFO','SO','FO','SNLT','FNLT')"
const isDone = '(af IS NOT NULL OR (coalesce(pc,0) >= 100 AND NOT (as_ IS NOT NULL AND coalesce(rem,0) > 0)))'
const TYPED = "type IN ('milestone','start_milestone','finish_milestone')"
const EFFORT = "('loe','summary')"
/** Tasks t and their view w, links l and k, the update before as h. */
export const tablesOf = (columns: readonly string[]): string => `
CREATE TABLE t (${columns}); CREATE TABLE h (${columns}); CREATE TABLE l (pred, succ, type, lag);
CREATE VIEW v AS SELECT *, ${isDone} AS done, ${TYPED} AS tms, (${TYPED} OR (type = 'task' AND dur IS NOT NULL AND dur = 0)) AS ms,
  CASE WHEN ${TYPED} THEN 0 ELSE coalesce(dur, pf-ps+1) END AS d, coalesce(as_,fs,ps) AS st, coalesce(af,ff,pf) AS fi,
  coalesce(fs,ps) AS ss, coalesce(ff,pf) AS sf, coalesce(bd, bf-bs+1) AS bdur FROM t;
CREATE VIEW w AS SELECT *, (NOT done AND (as_ IS NOT NULL OR coalesce(pc,0) > 0)) AS prog, type = 'summary' AS su, type = 'loe' AS loe FROM v;
CREATE VIEW k AS SELECT l.*, s.type AS st_, (p.type NOT IN ${EFFORT} AND s.type NOT IN ${EFFORT}) AS live FROM l JOIN t p ON p.id = l.pred JOIN t s ON s.id = l.succ;
CREATE VIEW t14 AS SELECT * FROM w WHERE NOT done AND NOT ms AND NOT su AND NOT loe AND NOT (dur IS NOT NULL AND dur = 0);
CREATE VIEW hw AS SELECT *, ${isDone} AS done, (as_ IS NOT NULL OR coalesce(pc,0) > 0) AS begun, coalesce(fs,ps) AS ss, coalesce(ff,pf) AS sf FROM h;
CREATE VIEW reach AS WITH RECURSIVE r(id) AS (SELECT 'END' UNION SELECT k.pred FROM k JOIN r ON k.succ = r.id WHERE k.live) SELECT id FROM r;`

/** What is flagged, and what that is counted over. */
type Query = readonly [flagged: string, population?: string]
const raw = (flagged: string, population?: string): Query =>
  population === undefined ? [flagged] : [flagged, population]
const of = (where: string): string => `SELECT count(*) FROM w a WHERE ${where}`
const count = (where: string, population?: string): Query =>
  raw(where.trim().startsWith('SELECT') ? where : of(where), population)
const share = (population: string, where: string): Query => [of(`${population} AND (${where})`), of(population)]
const into = (where = '1'): string => `EXISTS (SELECT 1 FROM k WHERE k.succ = a.id AND ${where})`
const outOf = (where = '1'): string => `EXISTS (SELECT 1 FROM k WHERE k.pred = a.id AND ${where})`
const links = (where: string): Query => [`SELECT count(*) FROM l k WHERE ${where}`, 'SELECT count(*) FROM l']
const of14 = (where: string, population = '1'): Query => [
  `SELECT count(*) FROM t14 a WHERE ${population} AND (${where})`,
  `SELECT count(*) FROM t14 a WHERE ${population}`,
]
const LINKS14 = 'SELECT count(*) FROM k WHERE live AND succ IN (SELECT id FROM t14)'
const linksOf14 = (where: string): Query => [`${LINKS14} AND (${where})`, LINKS14]
const account = (code: string): Query => [
  `SELECT count(*) FROM (SELECT ca FROM t WHERE ca IS NOT NULL GROUP BY ca HAVING count(DISTINCT ${code}) <> 1)`,
  'SELECT count(DISTINCT ca) FROM t',
]
const OPEN_WP = 'wp IN (SELECT wp FROM w WHERE NOT done AND wp IS NOT NULL)'
const openPackage = (code: string): Query => [
  `SELECT count(*) FROM (SELECT wp FROM t WHERE ${OPEN_WP} GROUP BY wp HAVING count(DISTINCT ${code}) <> 1)`,
  `SELECT count(DISTINCT wp) FROM t WHERE ${OPEN_WP}`,
]

const WORK = 'NOT su'
const OPEN = 'NOT done AND NOT su'
const OPEN_WORK = `${OPEN} AND NOT loe`
const OPEN_START = `(NOT ${into('live')} AND a.id <> 'BEGIN')`
const OPEN_FINISH = `(NOT ${outOf('live')} AND a.id <> 'END')`
const FREE_START = `(NOT ${into("live AND k.type IN ('FS','SS')")} AND a.id <> 'BEGIN')`
const FREE_FINISH = `(NOT ${outOf("live AND k.type IN ('FS','FF')")} AND a.id <> 'END')`
const DANGLING = `CASE WHEN ms THEN ${OPEN_START} OR ${OPEN_FINISH} ELSE ${FREE_START} OR ${FREE_FINISH} END`
const HIGH = 'tf > 44'
const MARGIN = "type = 'schedule_margin'"
const PACKAGE = "type IN ('planning_package','slpp')"
const BUDGET = '(coalesce(cost,0) > 0 OR coalesce(au,0) > 0 OR coalesce(ac,0) > 0)'
const PERFORMANCE = `type IN ('task','planning_package','slpp') AND NOT ms`
const OUT_OF_SEQUENCE = `SELECT count(*) FROM l k JOIN w p ON p.id = k.pred JOIN w s ON s.id = k.succ
  WHERE NOT p.done AND NOT p.su AND NOT p.loe AND NOT s.su AND NOT s.loe AND (
    (k.type = 'FS' AND (s.done OR s.prog OR s.st < p.fi + max(k.lag,0))) OR (k.type = 'SS' AND (((s.done OR s.prog) AND NOT p.prog) OR s.st < p.st + max(k.lag,0)))
    OR (k.type = 'FF' AND (s.done OR s.fi < p.fi + max(k.lag,0))) OR (k.type = 'SF' AND ((s.done AND NOT p.prog) OR s.fi < p.st + max(k.lag,0))))`
const NO_HISTORY = '(SELECT count(*) FROM h) = 0'
const NEAR = (day: string, status: string): string => `${day}-${status} BETWEEN 0 AND 6`
const RIDING = `(NOT ${NO_HISTORY} AND EXISTS (SELECT 1 FROM hw b WHERE b.id = a.id AND NOT b.done AND (
    (NOT a.prog AND NOT b.begun AND ${NEAR('a.ss', 'SD')} AND ${NEAR('b.ss', 'HD')}) OR (a.prog AND b.begun AND abs(a.rem-b.rem) <= 2))))
  OR (${NO_HISTORY} AND ((NOT prog AND ss-SD IN (0,1) AND bs < SD) OR (sf-SD IN (0,1) AND bf < SD)))`

export const QUERIES: Readonly<Record<string, Readonly<Record<string, Query>>>> = {
  decm: {
    '06A204b': share(OPEN_WORK, DANGLING),
    '06A205a': share(OPEN, into('k.lag>0')),
    '06A208a': count(`su AND (${into()} OR ${outOf()})`),
    '06A209a': share(OPEN, "ctype IN ('MSO','MFO','SNLT','FNLT')"),
    '06A210a': share('loe AND NOT done', outOf("k.st_<>'loe'")),
    '06A211a': share(`${OPEN_WORK} AND NOT ${MARGIN} AND ${HIGH}`, 'rat IS NULL'),
    '06A212a': count(OUT_OF_SEQUENCE),
    '06A501a': share(WORK, 'bs IS NULL OR bf IS NULL'),
    '06A504a': count(
      "SELECT count(*) FROM t a JOIN h ON h.id=a.id WHERE h.as_ IS NOT NULL AND h.as_ IS NOT a.as_ AND a.type<>'summary'",
      "SELECT count(*) FROM t a JOIN h ON h.id=a.id WHERE h.as_ IS NOT NULL AND a.type<>'summary'",
    ),
    '06A504b': count(
      "SELECT count(*) FROM t a JOIN h ON h.id=a.id WHERE h.af IS NOT NULL AND h.af IS NOT a.af AND a.type<>'summary'",
      "SELECT count(*) FROM t a JOIN h ON h.id=a.id WHERE h.af IS NOT NULL AND a.type<>'summary'",
    ),
    '06A505a': share(`${WORK} AND coalesce(ppc,pc)>0 AND coalesce(ppc,pc)<100`, 'as_ IS NULL'),
    '06A505b': share(`${WORK} AND coalesce(ppc,pc)>=100`, 'af IS NULL'),
    '06A506a': share(`${WORK} AND (as_ IS NOT NULL OR af IS NOT NULL)`, 'as_>SD OR af>SD'),
    '06A506b': count(`${OPEN} AND ((NOT prog AND ss<SD) OR sf<SD)`),
    '06A506c': share(OPEN, RIDING),
    '06I201a': count(
      `NOT done AND ((type='schedule_visibility' AND (res IS NOT NULL OR coalesce(cost,0)>0)) OR (type<>'schedule_visibility' AND NOT su AND name LIKE '%SVT%'))`,
    ),
    '05A101a': account('obs'),
    '05A102a': account('cam'),
    '05A103a': account('wbse'),
    '06I101b': share(
      `${MARGIN} AND NOT done`,
      'NOT EXISTS (SELECT 1 FROM l k JOIN w s ON s.id=k.succ WHERE k.pred=a.id AND s.ms) OR res IS NOT NULL OR coalesce(cost,0)>0',
    ),
    '08I101a': share("type='slpp'", 'bdur<=1'),
    '10A102a': openPackage('evt'),
    '10A109b': count(
      'SELECT count(*) FROM (SELECT wp FROM t WHERE wp IS NOT NULL GROUP BY wp HAVING coalesce(sum(cost),0)<=0)',
      'SELECT count(DISTINCT wp) FROM t',
    ),
    '10A302a': share(PACKAGE, 'aa>0'),
    '10A302b': share(PACKAGE, 'pc>0'),
    '10A303a': share(PACKAGE, 'bdur<=1'),
    CPT01: share(BUDGET, 'wbs IS NULL OR obs IS NULL OR ca IS NULL OR cam IS NULL OR wp IS NULL OR evt IS NULL'),
    CPT02: openPackage('ca'),
    CPT03: share(OPEN_WORK, into('k.lag<0')),
  },
  'dcma-14': {
    'DCMA-02': linksOf14('lag<0'),
    'DCMA-03': linksOf14('lag>0'),
    'DCMA-04': linksOf14("type='FS'"),
    'DCMA-05': of14(`ctype IN ${HARD}`),
    'DCMA-06': of14(HIGH, `NOT ${MARGIN}`),
    'DCMA-07': of14('tf<0'),
    'DCMA-08': of14(`NOT ${PACKAGE} AND coalesce(bdur,d)>44`, `NOT ${MARGIN}`),
    'DCMA-09': raw(
      `SELECT count(*) FROM w a WHERE (id IN (SELECT id FROM t14) AND ((NOT prog AND ss<SD) OR sf<SD)) OR (NOT su AND (as_>SD OR af>SD))`,
    ),
    'DCMA-11': raw(
      `SELECT count(*) FROM w a WHERE ${PERFORMANCE} AND bf<=SD AND ((done AND (af>bf)) OR (NOT done AND (coalesce(af,ff,pf)>bf OR SD>bf)))`,
      `SELECT count(*) FROM w a WHERE ${PERFORMANCE} AND bf<=SD`,
    ),
  },
  gao: {
    'GAO-1.1': share(WORK, 'wbs IS NULL'),
    'GAO-1.2': share(WORK, '(SELECT count(*) FROM t b WHERE lower(b.name)=lower(a.name))>1'),
    'GAO-1.3': share(`${WORK} AND name IS NOT NULL`, "instr(trim(name),' ')=0"),
    'GAO-1.4': share('tms', 'dur>0'),
    'GAO-1.5': share(WORK, 'ms'),
    'GAO-1.6': share(WORK, 'loe'),
    'GAO-2.4': links("type='SF'"),
    'GAO-2.5': count(`su AND (${into()} OR ${outOf()})`),
    'GAO-2.7': share(OPEN, "ctype IN ('SNET','FNET','ALAP')"),
    'GAO-2.6': of14(`ctype IN ${HARD}`),
    'GAO-2.8': linksOf14('lag<0'),
    'GAO-2.9': linksOf14('lag>0'),
    'GAO-2.3': linksOf14("type='FS'"),
    'GAO-2.10': share(OPEN, '(SELECT count(*) FROM l WHERE succ=a.id)>=10 AND tf<=0'),
    'GAO-3.1': share(`${OPEN_WORK} AND NOT ms AND NOT ${MARGIN}`, 'res IS NULL'),
    'GAO-4.1': share(`${OPEN_WORK} AND NOT ms AND NOT ${MARGIN} AND NOT ${PACKAGE}`, 'd>44'),
    'GAO-4.2': share(`${OPEN_WORK} AND NOT ms AND NOT ${MARGIN}`, 'd<>round(d)'),
    'GAO-5.1': share(OPEN_WORK, 'id IN (SELECT id FROM reach)'),
    'GAO-5.2': share(
      'su',
      '(SELECT min(b.st) FROM w b WHERE b.parent=a.id)<>a.st OR (SELECT max(b.fi) FROM w b WHERE b.parent=a.id)<>a.fi',
    ),
    'GAO-7.1': of14(HIGH, `NOT ${MARGIN}`),
    'GAO-7.2': of14('tf<0'),
    'GAO-7.3': share(`${OPEN_WORK} AND NOT ${MARGIN} AND ${HIGH}`, 'rat IS NULL'),
    'GAO-7.4': share(OPEN, `${HIGH} AND (${OPEN_START} OR ${OPEN_FINISH})`),
    'GAO-9.7': share(OPEN, RIDING),
    'GAO-9.3': share(`${WORK} AND pc>0 AND pc<100`, 'as_ IS NULL'),
    'GAO-9.4': share(`${WORK} AND pc>=100`, 'af IS NULL'),
    'GAO-9.5': share(`${WORK} AND prog`, 'rem=0'),
    'GAO-9.6': count(OUT_OF_SEQUENCE),
    'GAO-10.1': share(WORK, 'bs IS NULL OR bf IS NULL'),
  },
  'nasa-stat': {
    'STAT-1': share(WORK, 'NOT done'),
    'STAT-2': share(OPEN_WORK, OPEN_START),
    'STAT-3': share(OPEN_WORK, OPEN_FINISH),
    'STAT-4': count(`su AND (${into()} OR ${outOf()})`),
    'STAT-5': share(OPEN, "ctype<>'ASAP'"),
    'STAT-6': share(OPEN, `ctype IN ${HARD}`),
    'STAT-7': share(OPEN, into('k.lag>0')),
    'STAT-8': share(OPEN, into('k.lag<0')),
    'STAT-10': share(`${OPEN_WORK} AND NOT ${MARGIN}`, HIGH),
    'STAT-11': share(OPEN_WORK, 'tf<0'),
    'STAT-13': share('tms', 'dur>0'),
    'STAT-14': share(WORK, 'bf IS NULL'),
    'STAT-15': share(OPEN, '(as_ IS NULL AND st<SD) OR fi<SD'),
    'STAT-16': share(`${WORK} AND (as_ IS NOT NULL OR af IS NOT NULL)`, 'as_>SD OR af>SD'),
    'STAT-17': count(`${OPEN} AND ((NOT prog AND ss<SD) OR sf<SD)`),
    'STAT-19': share(
      'su',
      '(SELECT min(b.st) FROM w b WHERE b.parent=a.id)<>a.st OR (SELECT max(b.fi) FROM w b WHERE b.parent=a.id)<>a.fi',
    ),
    'SASR-1': links("type='FS'"),
    'SASR-2': links("type='SS'"),
    'SASR-3': links("type='FF'"),
    'SASR-4': links("type='SF'"),
    'SASR-8': share(OPEN, 'tf BETWEEN 0 AND 10'),
    'SASR-9': share(OPEN, 'tf>10 AND tf<=44'),
    'SASR-10': share(`${WORK} AND done AND bf IS NOT NULL`, 'af<=bf'),
    'SMH-1': share(MARGIN, 'res IS NOT NULL OR coalesce(cost,0)>0'),
    'SMH-2': share(
      `${MARGIN} AND NOT done`,
      'NOT EXISTS (SELECT 1 FROM l k JOIN w s ON s.id=k.succ WHERE k.pred=a.id AND s.ms)',
    ),
    'SMH-6': share(`${OPEN} AND st>=SD AND st<=SD+183`, PACKAGE),
    'SMH-7': share(`${OPEN_WORK} AND NOT ${PACKAGE} AND st<=SD+183`, 'd>44'),
  },
  ufgs: {
    'UFGS-10-3.3.2': share(`${WORK} AND NOT loe AND NOT ms AND coalesce(proc,'')<>'Y'`, 'd>20'),
    'UFGS-10-3.3.4': share("proc='Y'", 'NOT EXISTS (SELECT 1 FROM l WHERE pred=a.id)'),
    'UFGS-10-3.3.6': share("gov='Y' AND NOT ms", 'd IS NULL OR d=0'),
    'UFGS-10-3.3.7/responsibility': share(WORK, 'org IS NULL'),
    'UFGS-10-3.3.7/phase': share(WORK, 'phase IS NULL'),
    'UFGS-10-3.3.7/feature': share(WORK, 'fow IS NULL'),
    'UFGS-10-3.3.7/bid_item': share(WORK, 'bidi IS NULL'),
    'UFGS-10-3.3.8/start': count("ms AND ctype IN ('SNET','SO','MSO')"),
    'UFGS-10-3.3.8/finish': count("ms AND ctype IN ('FNLT','FO','MFO')"),
    'UFGS-10-3.3.8/others': share(WORK, "ctype<>'ASAP' AND NOT ms"),
    'UFGS-10-3.3.10': share(
      `${WORK} AND NOT loe`,
      `${OPEN_START} OR ${OPEN_FINISH} OR ${FREE_START} OR ${FREE_FINISH}`,
    ),
    'UFGS-10-3.3.11/actuals': share(`${WORK} AND done AND bf IS NOT NULL`, 'as_=bs AND af=bf'),
    'UFGS-10-3.3.12': count(OUT_OF_SEQUENCE),
    'UFGS-10-3.3.15/leads': links('lag<0'),
    'UFGS-10-3.3.15/sf': links("type='SF'"),
    'UFGS-10-3.3.15/lags': links('lag>0'),
    'UFGS-10-3.3.17': share(WORK, 'pc=100 AND af IS NULL'),
    'UFGS-10-3.3.18': share(`${WORK} AND prog`, 'rem=0'),
    'UFGS-10-3.3.21': share(
      "NOT done AND type IN ('finish_milestone','milestone') AND NOT EXISTS (SELECT 1 FROM l WHERE pred=a.id)",
      'tf>0',
    ),
    'UFGS-10-3.12/ids': share(WORK, 'length(id)>10'),
    'UFGS-10-3.12/names': share(
      WORK,
      '(SELECT count(*) FROM t b WHERE lower(substr(b.name,1,30))=lower(substr(a.name,1,30)))>1',
    ),
    'UFGS-20-1.6.2.2': count("ms AND ctype IN ('FNLT','FO','MFO')"),
    'UFGS-20-1.6.2.3/wbs': share(WORK, 'wbs IS NULL'),
    'UFGS-20-1.6.2.3/responsibility': share(WORK, 'org IS NULL'),
    'UFGS-20-1.6.2.5/constraints': share(OPEN, `ctype IN ${HARD} AND NOT ms`),
    'UFGS-20-1.6.2.5/lags': links('lag<>0'),
    'UFGS-20-1.7.2': share(WORK, 'as_ IS NULL OR af IS NULL'),
  },
  'scl-appendix-b': {
    'SCL-P1': share(`${WORK} AND NOT loe`, 'EXISTS (SELECT 1 FROM l WHERE succ=a.id OR pred=a.id)'),
    'SCL-P4': share(`${WORK} AND NOT loe AND NOT ms`, 'd>28'),
    'SCL-P5.1': share(`${WORK} AND NOT loe`, `${OPEN_START} OR ${OPEN_FINISH}`),
    'SCL-P5.2': share(`${WORK} AND NOT loe`, `${FREE_START} OR ${FREE_FINISH}`),
    'SCL-P5.3': links('lag<0'),
    'SCL-P5.4': links('lag>0'),
    'SCL-P5.5': share(WORK, "ctype<>'ASAP'"),
    'SCL-P5.6': share(`${WORK} AND ctype<>'ASAP'`, 'note IS NULL'),
    'SCL-P6': share(`${WORK} AND NOT loe AND NOT ms`, 'res IS NOT NULL OR coalesce(cost,0)>0'),
    'SCL-P7': count("ms AND (ctype IN ('FNLT','FO','MFO','SNLT') OR deadline IS NOT NULL)"),
    'SCL-P10': share(OPEN, HIGH),
    'SCL-P13.1': share(`${WORK} AND prog`, 'as_ IS NULL'),
    'SCL-P15': share(WORK, 'as_ IS NOT NULL'),
    'SCL-C3': share(OPEN, 'tf<=10'),
    'SCL-C6': share(`${WORK} AND done`, 'as_ IS NOT NULL AND af IS NOT NULL'),
    'SCL-C7': share(WORK, 'bs IS NOT NULL AND bf IS NOT NULL'),
  },
}
