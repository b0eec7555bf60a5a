/** `npm run sis -- COMMAND`: analyses of files at a terminal, in this process or at a service. See README.md here. */
import { runProgram } from './program.ts'

await runProgram()
