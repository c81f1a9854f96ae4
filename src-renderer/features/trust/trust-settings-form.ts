import { z } from 'zod'
import type { CheckId, PolicyLevel } from '../../../shared/contract/presentations.ts'
import { Policy } from '../../../shared/contract/presentations.ts'
import type { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'

type AdjustableCheck = Extract<CheckId, keyof ExchangeSettings['policy']>

/** A check whose level can be chosen. */
interface Adjustable {
  readonly check: AdjustableCheck
  /** The default level. */
  readonly usual: PolicyLevel
  readonly levels: readonly PolicyLevel[]
}

/** Levels from the strictest on. */
export const LEVELS = ['fail', 'warn', 'off'] as const
/** The only check that warns by default. */
const WARNING: AdjustableCheck = 'submission.extra'
/** Terms without a context are never ignored silently. */
const NEVER_OFF: AdjustableCheck = 'credential.terms'

export const ADJUSTABLE_CHECKS: readonly Adjustable[] = Policy.keyof().options.map((check) => ({
  check,
  usual: check === WARNING ? 'warn' : 'fail',
  levels: LEVELS.filter((level) => level !== 'off' || check !== NEVER_OFF),
}))

/** A level for each check; empty for the default. */
export interface SettingsValues extends Record<string, unknown> {
  inline: boolean
  levels: Record<string, string>
}

export function valuesOf({ allow_inline_contexts, policy }: ExchangeSettings): SettingsValues {
  return {
    inline: allow_inline_contexts,
    levels: Object.fromEntries(ADJUSTABLE_CHECKS.map(({ check }) => [nameOf(check), policy[check] ?? ''])),
  }
}

/** Replaces the dots, which separate the steps of a path in a form. */
export function nameOf(check: string): string {
  return check.replace('.', '_')
}

export const settingsForm = z
  .object({ inline: z.boolean(), levels: z.record(z.string(), z.string()) })
  .transform(({ inline, levels }): ExchangeSettings => {
    const chosen = ADJUSTABLE_CHECKS.flatMap(({ check }) => {
      const level = levels[nameOf(check)] ?? ''
      return level === '' ? [] : [[check, level]]
    })
    return { allow_inline_contexts: inline, policy: Policy.parse(Object.fromEntries(chosen)) }
  })
