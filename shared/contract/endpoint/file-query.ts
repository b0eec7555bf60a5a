/** Query of every call that takes project files. */
import Type from 'typebox'

const PROJECT_LENGTH_MAX = 200
const ENCODING_LENGTH_MAX = 40

export const fileQuery = {
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PROJECT_LENGTH_MAX,
      description: 'Of a project file with several projects: the id or name of the one to read. JSON does not need it.',
    }),
  ),
  encoding: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ENCODING_LENGTH_MAX,
      description:
        'Character encoding of a project file that names none, such as windows-1251. Absent: UTF-8 where the file is valid as such, else windows-1252.',
    }),
  ),
}
