/** Schemas of the sample schedules. The ids of the analyses are given by the caller: their rows need schemas themselves. */
import Type from 'typebox'

const facts = {
  name: Type.String({ description: 'Name of the fixture.', examples: ['footbridge'] }),
  title: Type.String(),
  description: Type.String({ description: 'Description of the sample.' }),
}

export const FixtureList = Type.Object({
  fixtures: Type.Array(
    Type.Object({
      ...facts,
      task_count: Type.Integer({ minimum: 1, description: 'Number of tasks in its current schedule.' }),
      path: Type.String({ description: 'Path of its request bodies.' }),
      analyses: Type.Array(Type.String(), { description: 'Ids of the analyses for which it has a request body.' }),
    }),
  ),
})

export const FixtureParams = Type.Object({ name: facts.name })

export const FixtureQuery = Type.Object({
  analysis: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^(health|analysis|forensics)\\.[a-z0-9-]{1,40}$',
      description: 'Id of an analysis. The reply is then only its request body, ready to send.',
      examples: ['health.score'],
    }),
  ),
})

const requests = Type.Array(
  Type.Object(
    {
      analysis: Type.String({ description: 'Id of the analysis.' }),
      path: Type.String({ description: 'Path to which the body is sent.' }),
      body: Type.Object({}, { description: 'Request body for that path.' }),
    },
    { $id: 'FixtureRequest', description: 'A request body that is ready to send.' },
  ),
  { description: 'One request body per analysis.' },
)

/** One schema for both answers, of which generators make one model: no member of it is there with ?analysis=. */
export const Fixture = Type.Object(
  Object.fromEntries(Object.entries({ ...facts, requests }).map(([name, schema]) => [name, Type.Optional(schema)])),
  {
    $id: 'Fixture',
    description: 'A sample schedule as request bodies. With ?analysis= the reply is only the body of that analysis.',
  },
)
