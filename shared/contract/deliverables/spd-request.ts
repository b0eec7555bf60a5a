/** What a mapping can fill of the IPMDAR Schedule Performance Dataset, and its constants: the metadata of the contract, by their names in the dataset. */
import type { ConstantField, MappedField } from './mapping.ts'
import { SPD_ELEMENTS_OF_COST, SPD_LEVELS, SPD_SUBTYPES, SPD_TABLES, SPD_TECHNIQUES } from './spd-fields.ts'

export const SPD_MAPPED = [
  { name: 'WBSElementID', about: 'WBS element. Absent: the WBS code of the task.' },
  { name: 'OBSElementID', about: 'OBS element. Absent: the organization code of the task.' },
  { name: 'ControlAccountID', about: 'Control account, as in the contract performance dataset.' },
  { name: 'WorkPackageID', about: 'Work package, as in the contract performance dataset.' },
  { name: 'IMPElementID', about: 'Element of the integrated master plan.' },
  { name: 'SOWReference', about: 'Paragraph of the statement of work.' },
  { name: 'SubcontractorReference', about: 'Subcontractor.' },
  { name: 'TaskSubtypeID', about: 'Subtype. Absent: margin and visibility tasks by their type.', values: SPD_SUBTYPES },
  { name: 'TaskPlanningLevelID', about: 'Planning level. Absent: by the type of the task.', values: SPD_LEVELS },
  {
    name: 'EarnedValueTechniqueID',
    about: 'Earned value technique. Absent: LEVEL_OF_EFFORT for level of effort.',
    values: SPD_TECHNIQUES,
  },
  { name: 'OtherEarnedValueTechnique', about: 'The technique in words, beside OTHER_DISCRETE and FIXED_X_Y.' },
  { name: 'Comments', about: 'Comments.' },
  {
    name: 'element_of_cost',
    about: 'Element of cost of a resource, ElementOfCostID. Absent: by its type.',
    values: SPD_ELEMENTS_OF_COST,
    of: 'resources',
  },
] as const satisfies readonly MappedField[]

const ABOUT: Readonly<Record<string, string>> = {
  SecurityMarking: 'UNCLASSIFIED, or what begins with UNCLASSIFIED//.',
  ReportingPeriodEndDate: 'End of the reporting period. Absent: the data date.',
}

/** Those that the data date or the file says are not asked for. */
export const SPD_CONSTANTS: readonly ConstantField[] = [
  ...SPD_TABLES.find(({ name }) => name === 'DatasetMetadata')!.fields.map(
    ({ name, kind, values, isRequired }): ConstantField => ({
      name,
      about: ABOUT[name] ?? `${name} of the dataset metadata${isRequired ? '' : ', which may be left out'}.`,
      ...(kind === 'date' ? { kind } : kind === 'bool' ? { kind: 'flag' } : {}),
      ...(values.length === 0 ? {} : { values }),
    }),
  ),
  { name: 'Data_SoftwareName', about: 'Scheduling software. Absent: that of the file.' },
  { name: 'Data_SoftwareVersion', about: 'Its version. Absent: that of the file.' },
  { name: 'Data_SoftwareCompanyName', about: 'Its maker.' },
]
