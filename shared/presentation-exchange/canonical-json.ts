import { spend } from './budget.ts'
import type { Budget } from './budget.ts'
import { isObject } from './json.ts'

/** Canonical JSON (RFC 8785), which is the same text for equal values. @throws {BudgetSpent} if there is a budget */
export function canonicalJson(value: unknown, budget?: Budget): string {
  if (budget) spend(budget, typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry, budget)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part, budget)}`).join(',')}}`
}
