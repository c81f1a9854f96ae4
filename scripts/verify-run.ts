import { performance } from 'node:perf_hooks'
import { ServiceError } from '../shared/contract/errors.ts'
import { verifyOnce } from '../src-main/exchange/presentations/verify-once.ts'
import { exchangeVerifier } from '../src-main/exchange/threads/exchange-verifier.ts'
import { readVerifyCommand, UnreadableInput, USAGE } from './verify-command.ts'
import type { VerifyCommand } from './verify-command.ts'
import { reportOf } from './verify-report.ts'

/** What a command ends with: its exit code, and what it writes to either output. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

const COULD_NOT_READ = 2

/**
 * Follows one command line of `npm run verify`.
 *
 * @param systemNow ISO 8601; what it is when the command line does not say
 * @returns code 0: the presentation holds; 1: it does not; 2: it could not be read, or the command line not followed
 */
export async function runVerify(args: readonly string[], systemNow: string): Promise<CommandOutcome> {
  try {
    const command = readVerifyCommand(args, systemNow)
    return command === 'help' ? { code: 0, out: `${USAGE}\n`, err: '' } : await verify(command)
  } catch (fault) {
    if (!(fault instanceof UnreadableInput) && !(fault instanceof ServiceError)) throw fault
    return { code: COULD_NOT_READ, out: '', err: `${sentencesOf(fault).join('\n')}\n` }
  }
}

async function verify({ body, definition, registries, now, asJson }: VerifyCommand): Promise<CommandOutcome> {
  const verifier = exchangeVerifier(registries, () => performance.now())
  try {
    const answer = await verifyOnce({ body, definition, now }, verifier.verify)
    const out = asJson ? `${JSON.stringify({ verified_at: now, ...answer }, null, 2)}\n` : reportOf(answer)
    return { code: answer.valid ? 0 : 1, out, err: '' }
  } finally {
    await verifier.close()
  }
}

/** Every fault on a line of its own. */
function sentencesOf(fault: UnreadableInput | ServiceError): readonly string[] {
  const fields = fault instanceof ServiceError ? fault.extraInfo['fields'] : undefined
  if (!Array.isArray(fields)) return [fault.message]
  return fields.map(
    ({ path, message }: { readonly path: string; readonly message: string }) =>
      `${path || 'the presentation'} ${message}`,
  )
}
