/** Reply of GET /api/v1/catalogue. */
import Type, { type Static, type TInteger } from 'typebox'
import { SEVERITIES } from '../../envelope.ts'
import { CHECK_KINDS, type CheckKind, COUNTED, SCHEDULES } from './catalogue-words.ts'
import { CHECK_OPERATORS, CHECK_UNITS, checkUrl } from './check-data.ts'

const text = (description: string) => Type.String({ minLength: 1, description })
const numberOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description })
const textOrNull = (description: string, values?: readonly string[]) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description,
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })

const methodUrl = text('Path of the page of the method on this service. HTML or Markdown, by the header Accept.')

const CatalogueCheck = Type.Object(
  {
    analysis: text('Id of the analysis with the check.'),
    code: text('Stable code, unique within the analysis.'),
    title: text('Title of the check.'),
    formula: text('How the value is computed.'),
    population: text('Population that is counted.'),
    unit: Type.Unsafe<string>({ type: 'string', enum: [...CHECK_UNITS], description: 'Unit of value and threshold.' }),
    threshold: numberOrNull('Threshold of value; null if the check only informs.'),
    operator: textOrNull(
      'The check passes if `value operator threshold` is true; null if the check only informs.',
      CHECK_OPERATORS,
    ),
    profiles: Type.Unsafe<Readonly<Record<string, number>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'number' },
      description: 'Threshold by profile, if the analysis has profiles. The first profile is the default.',
    }),
    severity: textOrNull('Severity of a failure; null: it depends on the distance from the threshold.', SEVERITIES),
    component: textOrNull('Name in the breakdown, if the check has a score of its own; otherwise null.'),
    weight: numberOrNull('Weight of that score; null without one.'),
    zero: numberOrNull('Value at which that score is 0. At the threshold it is 100. Null without a score.'),
    requires: Type.Array(Type.String(), {
      description: 'Required data. Without them the check is skipped with one of these messages.',
    }),
    source: text(
      'The public documents that the rule is from, with their sections; or "definition of this service", the path of its reason, and what it is built on.',
    ),
    method_url: checkUrl,
  },
  { additionalProperties: false, description: 'One check.' },
)

const CatalogueGate = Type.Object(
  {
    code: text('Code of the finding of the gate.'),
    title: text('Title of the gate.'),
    severity: Type.Unsafe<string>({ type: 'string', enum: [...SEVERITIES], description: 'Severity of the finding.' }),
    condition: text('Condition under which the gate applies.'),
    score_max: numberOrNull('Largest score while the gate applies; null: no score at all.'),
    reason: text('Why a higher score would be misleading.'),
    analyses: Type.Array(Type.String(), { description: 'Ids of the analyses with this gate.' }),
  },
  { additionalProperties: false, description: 'One gate.' },
)

const CatalogueMethod = Type.Object(
  {
    analysis: text('Id of the analysis.'),
    title: text('Title of the method.'),
    text: text('The method in words.'),
    source: text('Public documents of the method, with their sections.'),
    method_url: methodUrl,
  },
  { additionalProperties: false, description: 'One method.' },
)

const CheckOfCatalogue = Type.Object(
  {
    id: text('Id of the check in its catalogue.'),
    title: text('Title, in our words.'),
    kind: Type.Unsafe<string>({
      type: 'string',
      enum: [...CHECK_KINDS],
      description: 'measured, needs (data that no schedule has), asked (of people) or withdrawn (by its owner).',
    }),
    source: text('Where the rule is from.'),
    tier: textOrNull('Class of the rule in its standard; null: none, or not published.'),
    counts: textOrNull('What is counted; null if nothing is.', COUNTED),
    schedule: textOrNull('Of which schedule; null if nothing is counted.', SCHEDULES),
    population: Type.Array(Type.String(), { description: 'Conditions of the population; all hold.' }),
    metric: Type.Array(Type.String(), { description: 'Conditions that are counted, or the code of a check.' }),
    limit: textOrNull('Limit; null: it informs, or has that of the check whose code it is.'),
    needs: textOrNull('Data that it needs beside a schedule, the question, or why it was withdrawn.'),
    reading: textOrNull('How the rule is read where its source leaves that open.'),
  },
  { additionalProperties: false, description: 'One check of a catalogue.' },
)

const CatalogueOfChecks = Type.Object(
  {
    id: text('Value of options.catalogue.'),
    title: text('Title.'),
    version: text('Version.'),
    source: text('Where it can be read.'),
    coverage: Type.Object(
      Object.fromEntries(
        ['total', ...CHECK_KINDS].map(name => [name, Type.Integer({ description: 'Number of such checks.' })]),
      ) as Record<'total' | CheckKind, TInteger>,
      { additionalProperties: false, description: 'How many of its checks are measured, and what the others are.' },
    ),
    checks: Type.Array(CheckOfCatalogue, { description: 'Its checks.' }),
  },
  { additionalProperties: false, description: 'One catalogue of checks.' },
)

const CatalogueAnalysis = Type.Object(
  { analysis: text('Id of the analysis.'), method_url: methodUrl },
  { additionalProperties: false, description: 'One analysis.' },
)

export const CheckCatalogue = Type.Object(
  {
    checks: Type.Array(CatalogueCheck, { description: 'Checks by analysis, in the order of its results.' }),
    gates: Type.Array(CatalogueGate, {
      description:
        'Conditions that cap a score independently of its checks. Each gate that applies is a finding of the result.',
    }),
    methods: Type.Array(CatalogueMethod, {
      description: 'Methods of the analyses without checks: how they attribute a delay.',
    }),
    catalogues: Type.Array(CatalogueOfChecks, {
      description: 'Catalogues of POST /api/v1/health/checks, each check by its id.',
    }),
    analyses: Type.Array(CatalogueAnalysis, { description: 'All analyses.' }),
  },
  { additionalProperties: false, description: 'All checks and gates of all analyses.' },
)
export type CheckCatalogue = Static<typeof CheckCatalogue>
