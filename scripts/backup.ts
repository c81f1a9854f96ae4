import { asProgram, runBackup } from './backup-command.ts'

await asProgram(runBackup)
