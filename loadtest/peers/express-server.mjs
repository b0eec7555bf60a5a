/** A naive service on Express, whose order of tasks is graphlib's. Sends its parent the port. */
import { alg, Graph } from '@dagrejs/graphlib'
import express from 'express'
import { criticalPath } from './naive.ts'

const app = express()
app.use(express.json({ limit: '128mb' }))
app.post('/cpm', (request, response) => {
  const { tasks } = request.body
  const graph = new Graph()
  for (const { id } of tasks) graph.setNode(id)
  for (const { id, predecessors } of tasks) for (const each of predecessors) graph.setEdge(each, id)
  response.json(criticalPath(tasks, alg.topsort(graph)))
})
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
