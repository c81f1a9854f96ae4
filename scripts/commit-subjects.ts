/*
 * node scripts/run.js commit-subjects [COMMIT]
 * Refuses subjects of commits after COMMIT that are not as CONTRIBUTING.md, Commits, says. Merges are passed over, and
 * so is everything where git is missing or does not know COMMIT: outside of a repository, or in a shallow clone.
 */
import { spawnSync } from 'node:child_process'
import { subjectFault } from './subject-rule.ts'

/** The last commit before the rule: what is in its history was not asked to keep it. */
const BEFORE_THE_RULE = '1ff0d6a86c2b8f514b9be307e0ad9441c4310bf6'

const [after = BEFORE_THE_RULE] = process.argv.slice(2)
const log = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${after}..HEAD`], { encoding: 'utf8' })
if (log.status === 0) {
  const faults = log.stdout.split('\n').flatMap(faultOf)
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length === 0 ? 0 : 1
} else {
  const why = log.error === undefined ? `git says "${log.stderr.split('\n')[0] ?? ''}"` : 'there is no git'
  process.stdout.write(`subjects of commits were passed over: ${why}\n`)
}

/** @param line the hash of a commit and its subject; empty at the end */
function faultOf(line: string): readonly string[] {
  const subject = line.slice(line.indexOf(' ') + 1)
  const fault = line === '' ? undefined : subjectFault(subject)
  return fault === undefined ? [] : [`commit ${line.slice(0, line.indexOf(' '))} ${fault}: ${subject}`]
}
