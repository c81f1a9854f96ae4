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

/** A cause why a credential is not as it should be, with the code of the check that finds it everywhere else. */
interface Cause {
  readonly code: CheckCode
  readonly message: Message
}

const UNKNOWN: Cause = { code: 'status_unavailable', message: 'the status of the credential is not known here' }
const REVOKED: Cause = { code: 'credential_revoked', message: 'the credential is revoked' }
const SUSPENDED: Cause = { code: 'credential_suspended', message: 'the credential is suspended' }
const EXPIRED: Cause = { code: 'credential_expired', message: 'the credential has ended' }

type StatusName = 'active' | 'suspended' | 'revoked'

/** One check for each status the descriptor says something about (docs/contract/exchange.md, Evaluation: steps). */
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
    if (name === 'active') return failedBy(causesOfInactivity(facts)[0])
    const cause = facts[name] ? undefined : facts.known ? notAs(name) : UNKNOWN
    return failedBy(cause)
  },
  disallowed: (name, facts) => {
    if (name === 'active') return failedBy(isInactive(facts) ? undefined : facts.known ? notAs('inactive') : UNKNOWN)
    return failedBy(facts[name] ? (name === 'revoked' ? REVOKED : SUSPENDED) : facts.known ? undefined : UNKNOWN)
  },
  allowed: (name, facts) => {
    if (name === 'active' || !facts[name]) return PASSED
    return failed(CHECK, { result: 'warn', ...(name === 'revoked' ? REVOKED : SUSPENDED) })
  },
}

function failedBy(cause: Cause | undefined): DescriptorCheck {
  return cause === undefined ? PASSED : failed(CHECK, cause)
}

function notAs(expected: string): Cause {
  return { code: 'status_required', message: phrase`the definition demands a credential that is ${asPhrase(expected)}` }
}

function isInactive({ revoked, suspended, expired }: StatusFacts): boolean {
  return revoked || suspended || expired
}

function causesOfInactivity({ known, revoked, suspended, expired }: StatusFacts): readonly Cause[] {
  const causes: readonly (readonly [boolean, Cause])[] = [
    [revoked, REVOKED],
    [suspended, SUSPENDED],
    [expired, EXPIRED],
    [!known, UNKNOWN],
  ]
  return causes.filter(([applies]) => applies).map(([, cause]) => cause)
}
