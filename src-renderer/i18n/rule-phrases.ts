/**
 * What a schema asks for is said in English, by code that the service uses too (shared/rule-text.ts, shared/contract).
 * The window says it in its own language, by phrases: `must have at least {1} characters` with what stands for it.
 */
interface Phrase {
  readonly pattern: RegExp
  readonly said: string
}

let known: readonly Phrase[] = []

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function useRulePhrases(phrases: Readonly<Record<string, string>>): void {
  // The longer one says more: `must have at least {1} characters` before `must have {1} characters`.
  const sorted = Object.entries(phrases).sort(([one], [other]) => other.length - one.length)
  known = sorted.map(([english, said]) => ({
    pattern: new RegExp(
      `^${english
        .split(/\{\d\}/)
        .map(escaped)
        .join('(.+)')}$`,
      's',
    ),
    said,
  }))
}

/** The rule in the language of the window; as it is where there are no words for it. */
export function rulePhrase(rule: string): string {
  for (const { pattern, said } of known) {
    const found = pattern.exec(rule)
    if (found !== null) return said.replace(/\{(\d)\}/g, (_, number: string) => rulePart(found[Number(number)] ?? ''))
  }
  return rule
}

/** What stands in a phrase may be a phrase itself, as the kind of value in `must be {1}`. */
const rulePart = (part: string): string => (part === '' ? '' : rulePhrase(part))
