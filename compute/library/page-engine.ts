/** The engine in a worker of a page that has no service: a name in the global scope, for what the page itself loads behind it. */
import { LOCAL_ENGINE, type LocalEngine } from '../../shared/contract/local-engine.ts'
import { taskScanner } from '../engine/read/task-scanner.ts'
import { threadKernel } from '../engine/wasm/kernel-instance.ts'
import { tableModule } from '../engine/write/table-module.ts'
import { answerCall, holdSchedule } from './answer.ts'

const engine: LocalEngine = {
  prepare() {
    taskScanner()
    threadKernel()
    tableModule()
  },
  answer: answerCall,
  hold: holdSchedule,
}

Object.assign(globalThis, { [LOCAL_ENGINE]: engine })
