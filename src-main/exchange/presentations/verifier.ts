import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { KnownDefinition } from './evaluation.ts'
import { verifyPresentation } from './verify-presentation.ts'
import type { CheckedPresentation, VerificationInput } from './verify-presentation.ts'
import { mapEntriesOf } from './submission-checks.ts'
import type { StopCode } from '../registries/stop-code.ts'
import type { VerifyingWorld } from './world.ts'

/** Verifies on whichever thread is right for it. @param now the clock of the workspace, as ISO 8601 */
export type VerifyPresentation = (input: VerificationInput, now: string) => Promise<CheckedPresentation>

export interface VerifierDependencies {
  readonly worldAt: VerifyingWorld
  /** On another thread. @throws when that thread ended without a result */
  readonly verifyApart: VerifyPresentation
  /** Why the other thread ended; undefined for a fault of another kind. */
  readonly stopCodeOf: (fault: unknown) => StopCode | undefined
}

/**
 * The way of a verification: what takes a few milliseconds is done here, everything else apart from this thread, which
 * also serves the window (contract 14). When the other thread is stopped, what it had to wait for fails here (13).
 */
export function presentationVerifier({ worldAt, verifyApart, stopCodeOf }: VerifierDependencies): VerifyPresentation {
  return async (input, now) => {
    const world = worldAt(now, input.options.trusted_issuers)
    if (!isLong(input)) return verifyPresentation(input, world)
    try {
      return await verifyApart(input, now)
    } catch (fault) {
      const code = stopCodeOf(fault)
      if (code === undefined) throw fault
      return verifyPresentation(input, { ...world, stopped: () => code })
    }
  }
}

const MAX_LINKED_DATA_HERE = 3
/** Of one presentation as JSON; a credential has about 1,200. */
const MAX_CHARACTERS_HERE = 16 * 1024

/** Whether it could take longer than the window's thread has: 50 ms. */
function isLong({ presentation, known }: VerificationInput): boolean {
  const { credentials, sent, submission } = presentation
  const entries = submission === undefined ? [] : mapEntriesOf(submission.value)
  return (
    credentials.filter(({ value }) => isObject(value)).length > MAX_LINKED_DATA_HERE ||
    JSON.stringify(sent).length > MAX_CHARACTERS_HERE ||
    entries.flatMap(pathsOf).some(isSearch) ||
    (known !== undefined && fieldPathsOf(known).some(isSearch))
  )
}

function pathsOf(entry: JsonObject): readonly string[] {
  const nested = memberOf(entry, 'path_nested')
  const path = textOf(memberOf(entry, 'path')) ?? ''
  return isObject(nested) ? [path, ...pathsOf(nested)] : [path]
}

function fieldPathsOf({ prepared }: KnownDefinition): readonly string[] {
  const fields = [...prepared.descriptors.values()].flatMap((descriptor) => descriptor.fields)
  return fields.flatMap(({ paths }) => paths.map(({ text }) => text))
}

/** A path that looks through a document instead of naming a place in it. */
function isSearch(path: string): boolean {
  return /[*?]|\.\./.test(path)
}
