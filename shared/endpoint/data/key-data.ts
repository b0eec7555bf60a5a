/** Schemas of API keys, of the preflight of their paths, of the profile. */
import Type from 'typebox'

export const Preflight = Type.Record(Type.String(), Type.String(), {
  description: 'allow: the methods of the path, by commas.',
})

export const KeyId = Type.String({
  format: 'uuid',
  description: 'Id of the key.',
  examples: ['7d1c2c1e-58b6-4a0c-9a9e-8b54ad2f2a11'],
})
export const KeyParams = Type.Object({ key_id: KeyId })
