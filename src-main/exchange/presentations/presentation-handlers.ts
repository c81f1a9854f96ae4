import { setImmediate } from 'node:timers/promises'
import type { presentationOperations, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { PreparedHandlersFor, PublicCall } from '../../service/call.ts'
import type { PresentationDefinitionStore } from '../presentation-definitions/presentation-definition-store.ts'
import type { AcceptedPresentationStore, Earlier } from './accepted-presentation-store.ts'
import type { VerificationAnswer, VerifiedPresentation } from './answer.ts'
import { withDefinition } from './checked-presentation.ts'
import type { FindKnown } from './checked-presentation.ts'
import { isLongDefinition } from '../presentation-definitions/definition-cost.ts'
import { isQuery, known } from './evaluation.ts'
import type { Known } from './evaluation.ts'
import { readVerificationRequest } from './read-request.ts'
import { acceptedForms, withReplayCheck } from './replay.ts'
import { isLarge } from './verification-cost.ts'
import type { VerifyPresentation } from './verifier.ts'

interface PresentationDependencies {
  readonly definitions: Pick<PresentationDefinitionStore, 'findDefinition'>
  readonly accepted: AcceptedPresentationStore
  readonly verify: VerifyPresentation
  /** Called before a definition is evaluated on another thread, which takes a while to start. */
  readonly willEvaluateOnWorker: () => void
  /** Default levels of adjustable checks. */
  readonly defaultPolicy: () => VerificationOptions['policy']
  /** Real time in milliseconds; the clock of a workspace can be moved, this one cannot. */
  readonly elapsedMs: () => number
}

/** Verifies what a wallet sent. All that takes time is done before the transaction that records the answer. */
export function presentationHandlers(
  dependencies: PresentationDependencies,
): PreparedHandlersFor<typeof presentationOperations> {
  const { definitions, accepted, verify, elapsedMs } = dependencies
  const findKnown = knownDefinitions(definitions)

  return {
    verifyPresentation: {
      async prepare({ now, subscriptionKeyId, waitingGroup }, { body }) {
        const started = elapsedMs()
        if (isLarge(body)) await setImmediate() // others come between reading it as JSON and as a presentation
        const request = readVerificationRequest(body)
        const { policy, ...rest } = request.options
        const options = { ...rest, policy: { ...dependencies.defaultPolicy(), ...policy } }
        const input = withDefinition({ token: request.token, options }, findKnown)
        if (input.known && mayEvaluateOnWorker(input.known)) dependencies.willEvaluateOnWorker()
        const verified = await verify(input, now, { key: subscriptionKeyId, group: waitingGroup ?? undefined })
        return (call) => {
          const verification_id = call.newId()
          const answer = record(verification_id, verified, options, call)
          const duration_ms = Math.round((elapsedMs() - started) * 1000) / 1000
          return { verification_id, verified_at: call.now, duration_ms, ...answer }
        }
      },
    },
  }

  /** Looks for replays and records, in one transaction: of two equal presentations at the same moment one is valid. */
  // eslint-disable-next-line max-params -- what is recorded, and what is known of it
  function record(
    id: string,
    verified: VerifiedPresentation,
    options: VerificationOptions,
    { now, nowMs }: Pick<PublicCall, 'now' | 'nowMs'>,
  ): VerificationAnswer {
    const forms = acceptedForms(verified, options, nowMs)
    const isLookedUp = forms.length > 0 && isProven(verified.answer) && options.replay !== 'off'
    const earlier = isLookedUp ? earlierOf(forms.map((form) => accepted.findEarlier(form, now))) : undefined
    const answer = withReplayCheck(verified.answer, options, earlier)
    const { holder, definition_id, valid } = answer
    if (valid && options.replay === 'record' && earlier === 'none') forms.forEach(accepted.addAccepted)
    const codes = answer.errors.map(({ code }) => code)
    accepted.addRecord({ id, verified_at: now, digest: forms[0]?.digest ?? null, holder, definition_id, valid, codes })
    return answer
  }
}

const MAX_PREPARED = 200

/** A definition never changes, so it is prepared once. */
function knownDefinitions(definitions: Pick<PresentationDefinitionStore, 'findDefinition'>): FindKnown {
  const prepared = new Map<string, Known>()
  return (id) => {
    const held = prepared.get(id)
    if (held !== undefined) return held
    const text = definitions.findDefinition(id)
    if (text === undefined) return undefined
    const definition: unknown = JSON.parse(text)
    if (!isObject(definition)) throw new Error(`the stored definition ${id} is not an object`)
    const found = known(definition)
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    prepared.set(id, found)
    return found
  }
}

/** A long definition is evaluated where its presentation is verified, by a thread that has its own for such patterns. */
function mayEvaluateOnWorker(asked: Known): boolean {
  return !isQuery(asked) && !isLongDefinition(asked.definition) && asked.prepared.backtracks
}

/** The worst of several: one that was accepted before is never accepted again, whatever stands beside it. */
function earlierOf(all: readonly Earlier[]): Earlier {
  return all.find((one) => one === 'same') ?? all.find((one) => one !== 'none') ?? 'none'
}

/** A copied signature that does not verify is not a replay. */
function isProven({ checks }: VerificationAnswer): boolean {
  const proof = checks.filter(({ check }) => check === 'presentation.proof')
  return proof.every(({ result }) => result === 'pass' || result === 'warn')
}
