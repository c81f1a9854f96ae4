import { askHidden, runRestore, sentenceOfFault } from './backup-command.ts'

try {
  await runRestore(process.argv.slice(2), {
    environment: process.env,
    ask: askHidden,
    say: (text) => process.stdout.write(`${text}\n`),
  })
} catch (fault) {
  const sentence = sentenceOfFault(fault)
  if (sentence === undefined) throw fault
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
