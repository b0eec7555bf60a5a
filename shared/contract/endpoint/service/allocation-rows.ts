/** A placeholder: the body is checked, nothing is allocated. */
import Type from 'typebox'
import { taskList } from '../../schedule/task.ts'
import { AllocateReply } from '../data/service-data.ts'
import { json, service } from './service-row.ts'

export const allocationRows = [
  service('resources.allocate', 'POST', '/api/v1/resources/allocate', 'Resource allocation (placeholder)', {
    identity: 'key',
    body: Type.Object({ tasks: taskList(0), resources: Type.Optional(Type.Array(Type.String())) }),
    reader: 'strict',
    description: 'Optimisation of the allocation is not implemented; the call is checked and says so.',
    replies: { 200: json('What is not there yet.', AllocateReply) },
  }),
]
