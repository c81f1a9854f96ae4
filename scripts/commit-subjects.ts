/*
 * node scripts/run.js commit-subjects [COMMIT] Checks the subjects of commits after COMMIT against CONTRIBUTING.md,
 * Commits. Merges are skipped. Nothing is checked without git, outside a repository, or in a shallow clone without
 * COMMIT.
 */
import { spawnSync } from 'node:child_process'
import { subjectFault } from './subject-rule.ts'

/** The last commit before the rule was introduced. */
const BEFORE_THE_RULE = '1ff0d6a86c2b8f514b9be307e0ad9441c4310bf6'

const [after = BEFORE_THE_RULE] = process.argv.slice(2)
const log = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${after}..HEAD`], { encoding: 'utf8' })
if (log.status === 0) {
  const faults = log.stdout.split('\n').flatMap(faultOf)
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length === 0 ? 0 : 1
} else {
  const why = log.error === undefined ? `git says "${log.stderr.split('\n')[0] ?? ''}"` : 'there is no git'
  process.stdout.write(`subjects of commits were skipped: ${why}\n`)
}

/** @param line the hash of a commit and its subject; empty at the end */
function faultOf(line: string): readonly string[] {
  const subject = line.slice(line.indexOf(' ') + 1)
  const fault = line === '' ? undefined : subjectFault(subject)
  return fault === undefined ? [] : [`commit ${line.slice(0, line.indexOf(' '))} ${fault}: ${subject}`]
}
