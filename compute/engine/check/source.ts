import { checkPath } from '../../../shared/contract/endpoint/method-pages.ts'

/**
 * The public documents that rules come from: standards, guides, papers and tools, one row each, and the source of a check's rule: documents with their
 * section, or a definition of this service with its reason. The pages of the methods list both; GET /api/v1/catalogue has the source in short.
 */

interface PublicDocument {
  /** How a source names it. */
  readonly name: string
  readonly title: string
  readonly publisher: string
  readonly year?: number
  readonly url: string
}

export const DOCUMENTS = {
  pam: {
    name: 'DCMA-EA PAM 200.1',
    title: 'Earned Value Management System Program Analysis Pamphlet',
    publisher: 'Defense Contract Management Agency',
    year: 2012,
    url: 'https://www.mosaicprojects.com.au/PDF-Gen/DCMA-PAM-200-1.pdf',
  },
  winter: {
    name: 'R. Winter (2011)',
    title: 'DCMA 14-Point Schedule Assessment',
    publisher: 'Ron Winter Consulting',
    year: 2011,
    url: 'https://www.ronwinterconsulting.com',
  },
  dau: {
    name: 'DAU Acquipedia, Baseline Execution Index',
    title: 'Baseline Execution Index (BEI)',
    publisher: 'Defense Acquisition University',
    url: 'https://www.dau.edu/acquipedia-article/baseline-execution-index-bei',
  },
  decm: {
    name: 'DCMA EVMS DECM',
    title: 'EVMS Compliance Metrics, versions 5.0 (2022) to 7.0 (2025), guideline 6: schedule',
    publisher: 'Defense Contract Management Agency',
    url: 'https://www.dcma.mil',
  },
  clearPlan: {
    name: 'ClearPlan Toolbar',
    title: 'Toolbar for Microsoft Project with the DECM v6.0 numerators and denominators (cptDECM_bas.bas)',
    publisher: 'ClearPlan Consulting, github.com/AronGahagan/cpt-dev',
    url: 'https://github.com/AronGahagan/cpt-dev',
  },
  gao: {
    name: 'GAO-16-89G',
    title: 'Schedule Assessment Guide: Best Practices for Project Schedules',
    publisher: 'U.S. Government Accountability Office',
    year: 2015,
    url: 'https://www.gao.gov/products/gao-16-89g',
  },
  paseg: {
    name: 'NDIA PASEG',
    title: 'Planning and Scheduling Excellence Guide',
    publisher: 'National Defense Industrial Association, Integrated Program Management Division',
    url: 'https://www.ndia.org',
  },
  predictive: {
    name: 'NDIA Predictive Measures',
    title: 'A Guide to Managing Programs Using Predictive Measures (BEI, CPLI, CEI, TFCI)',
    publisher: 'National Defense Industrial Association, Integrated Program Management Division',
    year: 2014,
    url: 'https://www.ndia.org',
  },
  rp29: {
    name: 'AACE 29R-03',
    title: 'Recommended Practice 29R-03: Forensic Schedule Analysis',
    publisher: 'AACE International',
    year: 2011,
    url: 'https://web.aacei.org',
  },
  rp49: {
    name: 'AACE 49R-06',
    title: 'Recommended Practice 49R-06: Identifying the Critical Path',
    publisher: 'AACE International',
    year: 2010,
    url: 'https://web.aacei.org',
  },
  rp52: {
    name: 'AACE 52R-06',
    title: 'Recommended Practice 52R-06: Prospective Time Impact Analysis, as Applied in Construction',
    publisher: 'AACE International',
    url: 'https://web.aacei.org',
  },
  scl: {
    name: 'SCL Delay and Disruption Protocol',
    title: 'Delay and Disruption Protocol, 2nd edition',
    publisher: 'Society of Construction Law',
    year: 2017,
    url: 'https://www.scl.org.uk',
  },
  kelley: {
    name: 'Kelley and Walker (1959)',
    title: 'Critical-Path Planning and Scheduling, Proceedings of the Eastern Joint Computer Conference',
    publisher: 'J. E. Kelley, M. R. Walker',
    year: 1959,
    url: 'https://doi.org/10.1145/1460299.1460318',
  },
  fondahl: {
    name: 'Fondahl (1961)',
    title: 'A Non-Computer Approach to the Critical Path Method for the Construction Industry',
    publisher: 'Stanford University, Department of Civil Engineering, technical report 9',
    year: 1961,
    url: 'https://cee.stanford.edu',
  },
  moder: {
    name: 'Moder, Phillips and Davis (1983)',
    title: 'Project Management with CPM, PERT and Precedence Diagramming, 3rd edition',
    publisher: 'Van Nostrand Reinhold',
    year: 1983,
    url: 'https://openlibrary.org',
  },
  devaux: {
    name: 'Devaux (1999)',
    title: 'Total Project Control: critical path drag',
    publisher: 'S. Devaux, Wiley',
    year: 1999,
    url: 'https://openlibrary.org',
  },
  eia748: {
    name: 'ANSI/EIA-748',
    title: 'Earned Value Management Systems',
    publisher: 'SAE International',
    url: 'https://www.sae.org',
  },
  lipke: {
    name: 'Lipke, Earned Schedule',
    title: 'Schedule is Different, and later papers on earned schedule',
    publisher: 'W. Lipke, The Measurable News',
    year: 2003,
    url: 'https://www.earnedschedule.com',
  },
  primaveraCloud: {
    name: 'Oracle Primavera Cloud, Schedule Health',
    title: 'Schedule health checks of Oracle Primavera Cloud',
    publisher: 'Oracle',
    url: 'https://primavera.oraclecloud.com/help/en/user/149231.htm',
  },
  scheduleInsight: {
    name: 'ScheduleInsight methodology',
    title: 'Methodology of the schedule quality index',
    publisher: 'ScheduleInsight',
    url: 'https://scheduleinsight.co.uk/methodology',
  },
  ganttScore: {
    name: 'GanttScore, how the score works',
    title: 'How the score works',
    publisher: 'GanttScore',
    url: 'https://ganttscore.com/en/how-the-score-works',
  },
  acumen: {
    name: 'Deltek Acumen help',
    title: 'Help of Acumen 8.4, DCMA 14 Point',
    publisher: 'Deltek',
    url: 'https://help.deltek.com/product/Acumen/8.4',
  },
  steelray: {
    name: 'Steelray',
    title: 'DECM metrics in Steelray Project Analyzer',
    publisher: 'Steelray Software',
    url: 'https://www.steelray.com/decm/',
  },
  smartPm: {
    name: 'SmartPM',
    title: 'Help of SmartPM, schedule quality',
    publisher: 'SmartPM Technologies',
    url: 'https://help.smartpm.com',
  },
  boyle: {
    name: 'Boyle (2016)',
    title: 'Hard constraints and float in Microsoft Project and Primavera P6',
    publisher: 'T. Boyle, Boyle Project Consulting',
    year: 2016,
    url: 'https://boyleprojectconsulting.com/TomsBlog/2016/12/',
  },
  mpxj: {
    name: 'MPXJ',
    title: 'MPXJ, schedulers and slack calculators of Primavera and Microsoft Project (org.mpxj.cpm)',
    publisher: 'J. Iles, github.com/joniles/mpxj',
    url: 'https://github.com/joniles/mpxj',
  },
} as const satisfies Record<string, PublicDocument>

type DocumentId = keyof typeof DOCUMENTS

interface Reference {
  readonly document: DocumentId
  /** "section 4", "06A505a", "best practice 2". */
  readonly section?: string
}

export interface Source {
  /** What the rule is from; of a definition of this service: what it is built on. */
  readonly references: readonly Reference[]
  /** Why the service defines the rule itself, as a whole sentence; absent: the rule is public as it stands. */
  readonly reason?: string
}

export const cite = (document: DocumentId, section?: string): Reference => ({
  document,
  ...(section === undefined ? {} : { section }),
})

/** The rule as public documents have it. */
export const published = (...references: readonly [Reference, ...Reference[]]): Source => ({ references })

/** A rule that no public document has as it stands here. */
export const ofThisService = (reason: string, ...references: readonly Reference[]): Source => ({ reason, references })

export const referenceText = ({ document, section }: Reference): string =>
  section === undefined ? DOCUMENTS[document].name : `${DOCUMENTS[document].name}, ${section}`

/** For the catalogue: the documents, or the place of the definition and what it is built on. */
export function sourceText(analysis: string, code: string, { references, reason }: Source): string {
  const documents = references.map(referenceText).join('; ')
  if (reason === undefined) return documents
  const built = documents === '' ? '' : `, built on ${documents}`
  return `definition of this service, ${checkPath(analysis, code)}${built}`
}
