import type { CheckCode } from './check-codes.ts'
import { failed, notRun, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { Statuses } from './definition.ts'
import { asPhrase, phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'

/** A credential's status. `known` is false when a status list is not available. */
export interface StatusFacts {
  readonly known: boolean
  readonly revoked: boolean
  readonly suspended: boolean
  readonly expired: boolean
}

const CHECK = 'descriptor.statuses'
const PASSED = passed(CHECK)

/** A reason to fail, with the code that the status check of credentials has for it. */
interface Cause {
  readonly code: CheckCode
  readonly message: Message
}

const UNKNOWN: Cause = { code: 'status_unavailable', message: 'the status of the credential is not known here' }
const CAUSES = {
  revoked: { code: 'credential_revoked', message: 'the credential is revoked' },
  suspended: { code: 'credential_suspended', message: 'the credential is suspended' },
} as const satisfies Readonly<Record<string, Cause>>
const EXPIRED: Cause = { code: 'credential_expired', message: 'the credential has ended' }

type StatusName = 'active' | 'suspended' | 'revoked'

/** One check for each status for which the descriptor has a directive (docs/contract/exchange.md, Evaluation: steps). */
export function statusStep(statuses: Statuses, facts: StatusFacts | undefined): readonly DescriptorCheck[] {
  return (['active', 'suspended', 'revoked'] as const).flatMap((name) => {
    const directive = statuses[name]?.directive
    if (directive === undefined) return []
    return facts === undefined ? notRun(CHECK, 'no_data') : DIRECTIVES[directive](name, facts)
  })
}

type Directive = NonNullable<Statuses[StatusName]>['directive']

const DIRECTIVES: Readonly<Record<Directive, (name: StatusName, facts: StatusFacts) => DescriptorCheck>> = {
  required: (name, facts) => {
    if (name === 'active') return failedBy(inactiveCause(facts) ?? unknownCause(facts))
    return failedBy(facts[name] ? undefined : (unknownCause(facts) ?? statusRequired(name)))
  },
  disallowed: (name, facts) => {
    if (name === 'active') {
      return failedBy(inactiveCause(facts) ? undefined : (unknownCause(facts) ?? statusRequired('inactive')))
    }
    return failedBy(facts[name] ? CAUSES[name] : unknownCause(facts))
  },
  allowed: (name, facts) => {
    if (name === 'active' || !facts[name]) return PASSED
    return failed(CHECK, { result: 'warn', ...CAUSES[name] })
  },
}

function failedBy(cause: Cause | undefined): DescriptorCheck {
  return cause === undefined ? PASSED : failed(CHECK, cause)
}

function statusRequired(expected: string): Cause {
  return { code: 'status_required', message: phrase`the definition demands a credential that is ${asPhrase(expected)}` }
}

function unknownCause({ known }: StatusFacts): Cause | undefined {
  return known ? undefined : UNKNOWN
}

function inactiveCause({ revoked, suspended, expired }: StatusFacts): Cause | undefined {
  if (revoked) return CAUSES.revoked
  if (suspended) return CAUSES.suspended
  return expired ? EXPIRED : undefined
}
