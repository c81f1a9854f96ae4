import type { Check, Problem } from '../../../shared/contract/presentations.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import { isSdJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { refuseComplexity } from '../proofs/json-ld.ts'
import { proofFaultOf, unlessFault } from '../proofs/proof-fault.ts'
import { SD_JWT_FORMATS } from '../../../shared/presentation-exchange/candidate.ts'
import { isFailed, runRows } from './check-row.ts'
import { CREDENTIAL_ROWS } from './credential-checks.ts'
import type { CredentialFacts } from './facts.ts'
import { gatherCredential } from './gather.ts'
import { gatherSdJwtCredential } from './gather-sd-jwt.ts'
import { placeInCredential } from './place.ts'
import type { OpenContext } from './open-context.ts'
import type { SentCredential } from './presentation.ts'
import { SD_JWT_ROWS } from './sd-jwt-checks.ts'
import { readSdJwt } from '../proofs/jws.ts'
import { sdJwtFormatOf } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { VerificationContext } from './verification-context.ts'
import { messageFields } from '../../../shared/phrase.ts'

/** The result for a single credential; pointers lead into the credential, or into the payload of a JWT. */
interface CredentialJudgement {
  readonly valid: boolean
  /** Failures first, then warnings. */
  readonly problems: Problem[]
}

export type CheckCredential = (credential: unknown) => Promise<CredentialJudgement>

/** `credential.shape` to `credential.schema`: there is no presentation, so there is no holder to compare with. */
const withoutHolder = (rows: typeof CREDENTIAL_ROWS) => rows.filter(({ check }) => check !== 'credential.holder')
const ROWS = withoutHolder(CREDENTIAL_ROWS)
const ROWS_OF_SD_JWT = withoutHolder(SD_JWT_ROWS)

/** Checks a credential that came without a presentation, such as an imported one. */
export function credentialChecker(contextAt: OpenContext, now: () => string): CheckCredential {
  return async (credential) => {
    const complexity = isObject(credential) ? complexityOf(credential) : undefined
    if (complexity !== undefined) return { valid: false, problems: [complexity] }
    const context = contextAt(now(), undefined)
    const facts = await factsOf({ index: 0, value: credential, location: [] }, context)
    const subject = { ...facts, now: context.now, holder: undefined, statuses: [] }
    // Nobody relies on the issuer here, so an empty trust list is no reason to warn.
    const policy = context.trust.length === 0 ? ({ 'credential.trust': 'off' } as const) : {}
    const rows = facts.opened === undefined ? ROWS : ROWS_OF_SD_JWT
    const checks = runRows(rows, subject, { policy, placeOf: placeInCredential(facts), earlier: [] })
    const failed = checks.filter(isFailed)
    const odd = checks.filter(({ result }) => result === 'warn')
    return { valid: failed.length === 0, problems: [...failed, ...odd].map(problemOf) }
  }
}

/** An SD-JWT VC is told by its tilde; one that is no SD-JWT after all is refused as a JWT that cannot be read. */
function factsOf(sent: SentCredential, context: VerificationContext): Promise<CredentialFacts> {
  const { value } = sent
  const sdJwt = isSdJwt(value) ? unlessFault(() => readSdJwt(value)) : undefined
  if (sdJwt === undefined) return gatherCredential(sent, context, NO_NAMES, true)
  return gatherSdJwtCredential(sent, { format: sdJwtFormatOf(sdJwt) ?? SD_JWT_FORMATS[0], sdJwt }, context)
}

/** A credential that would take too long to read as JSON-LD is not read. */
function complexityOf(credential: JsonObject): Problem | undefined {
  const fault = proofFaultOf(() => refuseComplexity(credential))
  if (fault === undefined) return undefined
  const about = { code: fault.code, credential: null, descriptor: null, pointer: null }
  return { check: 'credential.proof', ...about, ...messageFields(fault) }
}

function problemOf({ check, code, pointer, inner_pointer, ...said }: Check): Problem {
  const about = { code: code ?? '', credential: null, descriptor: null, pointer: inner_pointer ?? pointer }
  return { check, ...about, ...messageFields(said) }
}
