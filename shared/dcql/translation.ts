import type { Message } from '../phrase.ts'
import { jsonPointer } from '../presentation-exchange/json.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import type { ClaimsPath, PathStep } from './query.ts'

/** What the other language cannot express. */
export interface Loss {
  /** JSON Pointer into what was translated. */
  readonly pointer: string
  /** The rest of a sentence that begins with the place. */
  readonly message: Message
}

/** What was translated, and what got lost on the way; nothing was lost where both ask for the same. */
export interface Translation {
  readonly translated: JsonObject
  readonly losses: readonly Loss[]
}

/** Collects losses by their places. */
export function lossList() {
  const losses: Loss[] = []
  return {
    losses,
    lose: (location: Location, message: Message): void => void losses.push({ pointer: jsonPointer(location), message }),
  }
}
export type Lose = ReturnType<typeof lossList>['lose']

const NAME = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/

/** A claims path pointer as a JSONPath (RFC 9535); null, all elements, as a wildcard. */
export function jsonPathOf(path: ClaimsPath): string {
  return `$${path.map(segmentOf).join('')}`
}

function segmentOf(step: PathStep): string {
  if (step === null) return '[*]'
  if (typeof step === 'number') return `[${step}]`
  return NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
}

/** One segment of a JSONPath: a name in one of three forms, an index, or a wildcard. */
const SEGMENT =
  /(?:\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[\s*'([^'\\]*)'\s*\]|\[\s*("(?:[ !#-[\]-\uffff]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*")\s*\]|\[\s*(0|[1-9]\d{0,14})\s*\]|(\.\*|\[\s*\*\s*\]))/y

/** A JSONPath of names, indices and wildcards as a claims path pointer; undefined for any other one. */
export function claimsPathOf(jsonPath: string): ClaimsPath | undefined {
  if (!jsonPath.startsWith('$') || jsonPath.length === 1) return undefined
  const steps: PathStep[] = []
  for (let at = 1; at < jsonPath.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at
    const found = SEGMENT.exec(jsonPath)
    if (found === null) return undefined
    steps.push(stepOf(found))
  }
  return steps
}

function stepOf([, dotted, single, double, index, wildcard]: RegExpExecArray): PathStep {
  if (wildcard !== undefined) return null
  if (index !== undefined) return Number(index)
  return double === undefined ? (dotted ?? single ?? '') : String(JSON.parse(double))
}
