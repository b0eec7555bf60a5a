/** Reply of GET /api/v1/catalogue. */
import Type, { type Static } from 'typebox'
import { SEVERITIES } from '../../envelope.ts'
import { CHECK_OPERATORS, CHECK_UNITS, checkUrl } from './check-data.ts'

const text = (description: string) => Type.String({ minLength: 1, description })
const numberOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description })
const textOrNull = (description: string, values?: readonly string[]) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description,
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })

const methodUrl = text('Path of the page of its method. A page of this service, HTML or Markdown by Accept.')

const CatalogueCheck = Type.Object(
  {
    analysis: text('Id of the analysis that runs it.'),
    code: text('Stable code, unique within the analysis.'),
    title: text('What it looks for.'),
    formula: text('How its value comes about.'),
    population: text('What is counted over.'),
    unit: Type.Unsafe<string>({ type: 'string', enum: [...CHECK_UNITS], description: 'Unit of value and threshold.' }),
    threshold: numberOrNull('Bound of value, the target of a component; null when the check only informs.'),
    operator: textOrNull('The check passes while value operator threshold holds.', CHECK_OPERATORS),
    profiles: Type.Unsafe<Readonly<Record<string, number>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'number' },
      description: 'Threshold by profile, where the analysis has profiles; the first one is the default.',
    }),
    severity: textOrNull('How grave a failure is; null: by how far the value is from the threshold.', SEVERITIES),
    component: textOrNull('Its name in the breakdown, where it earns a score of its own.'),
    weight: numberOrNull('Weight of that score.'),
    zero: numberOrNull('Value at which that score is 0; at the threshold it is 100.'),
    requires: Type.Array(Type.String(), { description: 'What it is skipped without, as the message of the skip.' }),
    source: text(
      'The public documents that the rule is from, with their sections; or "definition of this service", the path of its reason, and what it is built on.',
    ),
    method_url: checkUrl,
  },
  { additionalProperties: false, description: 'One check.' },
)

const CatalogueGate = Type.Object(
  {
    code: text('Code of its finding.'),
    title: text('What it is about.'),
    severity: Type.Unsafe<string>({ type: 'string', enum: [...SEVERITIES], description: 'Severity of its finding.' }),
    condition: text('When it holds.'),
    score_max: numberOrNull('No score above this while it holds; null: no score at all.'),
    reason: text('Why a higher score would mislead.'),
    analyses: Type.Array(Type.String(), { description: 'Ids of the analyses that ask for it.' }),
  },
  { additionalProperties: false, description: 'One gate.' },
)

const CatalogueMethod = Type.Object(
  {
    analysis: text('Id of the analysis.'),
    title: text('What it is about.'),
    text: text('The method in words.'),
    source: text('The public documents that it is from, with their sections.'),
    method_url: methodUrl,
  },
  { additionalProperties: false, description: 'One method.' },
)

const CatalogueAnalysis = Type.Object(
  { analysis: text('Id of the analysis.'), method_url: methodUrl },
  { additionalProperties: false, description: 'One analysis.' },
)

export const CheckCatalogue = Type.Object(
  {
    checks: Type.Array(CatalogueCheck, { description: 'By analysis, in the order of the results.' }),
    gates: Type.Array(CatalogueGate, {
      description: 'What caps a score whatever its checks say; each that holds is a finding of the result.',
    }),
    methods: Type.Array(CatalogueMethod, {
      description: 'Methods of analyses that measure and run no checks: how they share out a delay.',
    }),
    analyses: Type.Array(CatalogueAnalysis, { description: 'Every analysis.' }),
  },
  { additionalProperties: false, description: 'Every check and every gate of every analysis.' },
)
export type CheckCatalogue = Static<typeof CheckCatalogue>
