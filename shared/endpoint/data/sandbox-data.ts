/** Schemas of the sample schedules. The ids of the analyses are given by the caller: their rows need schemas themselves. */
import Type from 'typebox'

const facts = {
  name: Type.String({ description: 'Name of the fixture.', examples: ['footbridge'] }),
  title: Type.String(),
  description: Type.String({ description: 'What it is a sample of.' }),
}

export const FixtureList = Type.Object({
  fixtures: Type.Array(
    Type.Object({
      ...facts,
      task_count: Type.Integer({ minimum: 1, description: 'Tasks of its current schedule.' }),
      path: Type.String({ description: 'Where its bodies are.' }),
      analyses: Type.Array(Type.String(), { description: 'Ids of the analyses it has a body for.' }),
    }),
  ),
})

export const FixtureParams = Type.Object({ name: facts.name })

export const FixtureQuery = Type.Object({
  analysis: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^(health|analysis|forensics)\\.[a-z0-9-]{1,40}$',
      description: 'Id of an analysis: the answer is that body alone, ready to be sent.',
      examples: ['health.score'],
    }),
  ),
})

const requests = Type.Array(
  Type.Object(
    {
      analysis: Type.String({ description: 'Id of the analysis.' }),
      path: Type.String({ description: 'Path it is sent to.' }),
      body: Type.Object({}, { description: 'A body that path takes.' }),
    },
    { $id: 'FixtureRequest', description: 'A request body that is ready to be sent.' },
  ),
  { description: 'One per analysis.' },
)

/** One schema for both answers, of which generators make one model: no member of it is there with ?analysis=. */
export const Fixture = Type.Object(
  Object.fromEntries(Object.entries({ ...facts, requests }).map(([name, schema]) => [name, Type.Optional(schema)])),
  {
    $id: 'Fixture',
    description: 'A sample schedule as request bodies. With ?analysis= the answer is the body of that analysis alone.',
  },
)
