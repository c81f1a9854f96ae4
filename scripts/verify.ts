/*
 * npm run verify -- presentation.json [options]
 * Verifies a presentation by the code of the service, without a database and without a network. Exit code 0: it holds;
 * 1: it does not; 2: it could not be read, or the command line could not be followed.
 */
import { performance } from 'node:perf_hooks'
import { ServiceError } from '../shared/contract/errors.ts'
import { verifyOnce } from '../src-main/exchange/presentations/verify-once.ts'
import { exchangeVerifier } from '../src-main/exchange/threads/exchange-verifier.ts'
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import { readVerifyCommand, UnreadableInput, USAGE } from './verify-command.ts'
import type { VerifyCommand } from './verify-command.ts'
import { reportOf } from './verify-report.ts'

const COULD_NOT_READ = 2

try {
  const command = readVerifyCommand(process.argv.slice(2), isoTime(systemClock.nowMs()))
  if (command === 'help') process.stdout.write(`${USAGE}\n`)
  else process.exitCode = await verify(command)
} catch (fault) {
  if (!(fault instanceof UnreadableInput) && !(fault instanceof ServiceError)) throw fault
  process.stderr.write(`${sentencesOf(fault).join('\n')}\n`)
  process.exitCode = COULD_NOT_READ
}

async function verify({ body, definition, registries, now, asJson }: VerifyCommand): Promise<0 | 1> {
  const verifier = exchangeVerifier(registries, () => performance.now())
  try {
    const answer = await verifyOnce({ body, definition, now }, verifier.verify)
    process.stdout.write(asJson ? `${JSON.stringify({ verified_at: now, ...answer }, null, 2)}\n` : reportOf(answer))
    return answer.valid ? 0 : 1
  } finally {
    await verifier.close()
  }
}

/** Every fault on a line of its own. */
function sentencesOf(fault: UnreadableInput | ServiceError): readonly string[] {
  const fields = fault instanceof ServiceError ? fault.extraInfo['fields'] : undefined
  if (!Array.isArray(fields)) return [fault.message]
  return fields.map(({ path, message }: { readonly path: string; readonly message: string }) => `${path} ${message}`)
}
