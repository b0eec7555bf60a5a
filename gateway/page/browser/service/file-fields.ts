/** The schedule of a file as a request body, which the service reads of a project file: for what the reply of an analysis does not repeat. */
import { type FileFields, fileFieldsOf, type GivenSchedule } from '../schedule/file-fields.ts'
import { bodyOf, isJson } from './body.ts'
import { type CallContext, post } from './call.ts'

/** As an object. Throws Refused. */
export async function readByService<Body extends { readonly tasks: unknown }>(
  file: Blob,
  context: CallContext,
): Promise<Body> {
  if (!(await isJson(file))) return (await post('api/v1/schedules/convert', (await bodyOf(file))(), context)) as Body
  return JSON.parse((await bodyOf(file))() as string) as Body
}

/** ids: of its tasks, as the service computed them. Throws Refused. */
export const fileFields = async (file: Blob, ids: readonly string[], context: CallContext): Promise<FileFields> =>
  fileFieldsOf(await readByService<GivenSchedule>(file, context), ids)
