/** The formats that are delivered to authorities, a row each: paths, media types, names of files, help and documents follow from it. */

export const DELIVERABLES = [
  {
    name: 'ipmdar-spd',
    title: 'IPMDAR Schedule Performance Dataset',
    receiver: 'the EVM Central Repository of the U.S. Department of Defense',
    form: 'zip',
  },
  {
    name: 'doe-pars',
    title: 'PARS schedule data sets',
    receiver: 'PARS of the U.S. Department of Energy',
    form: 'zip',
  },
  {
    name: 'usace-sdef',
    title: 'Standard Data Exchange Format',
    receiver: 'RMS of the U.S. Army Corps of Engineers',
    form: 'text',
  },
] as const

export type DeliverableRow = (typeof DELIVERABLES)[number]
export type DeliverableName = DeliverableRow['name']
export type DeliverableId = `deliverables.${DeliverableName}`

export const VALIDATE_DELIVERABLE_ID = 'deliverables.validate'
export type ValidateDeliverableId = typeof VALIDATE_DELIVERABLE_ID

export const DELIVERABLES_PATH = '/api/v1/deliverables'

export const deliverableId = <const Name extends DeliverableName>(name: Name): `deliverables.${Name}` =>
  `deliverables.${name}`
export const deliverablePath = <const Name extends DeliverableName>(name: Name): `/api/v1/deliverables/${Name}` =>
  `${DELIVERABLES_PATH}/${name}`

const byId: ReadonlyMap<string, DeliverableRow> = new Map(DELIVERABLES.map(row => [deliverableId(row.name), row]))

export const deliverableOf = (id: string): DeliverableRow | undefined => byId.get(id)
export const isDeliverableId = (id: string): id is DeliverableId => byId.has(id)

/** Forms of a deliverable as a file, and their media types. */
export const PACKAGE_MEDIA_TYPES = { zip: 'application/zip', text: 'text/plain' } as const
export type PackageForm = keyof typeof PACKAGE_MEDIA_TYPES
