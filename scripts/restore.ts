import { asProgram, runRestore } from './backup-command.ts'

await asProgram(runRestore)
