import { Check, Minus, TriangleAlert, X } from '@lucide/vue'
import type { Component } from 'vue'
import type { Tone } from '../../ui/tone.ts'
import type { CheckResult } from './result-lines.ts'

/** Sign and tone of a result; its word comes from the messages. What was not run has a sign of its own. */
export const CHECK_LOOKS: Readonly<Record<CheckResult, { readonly icon: Component; readonly tone: Tone }>> = {
  pass: { icon: Check, tone: 'ok' },
  fail: { icon: X, tone: 'bad' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  not_run: { icon: Minus, tone: 'neutral' },
}
