import type { ExtraInfo, FaultyField } from './errors.ts'

/*
 * `extra_info` of refused shares: the subset of the sent entries that is wrong (docs/contract/vault.md, Shares: faults,
 * Shares: making).
 */

/** Keys that identify an entry; they are shown whether they are faulty or not. */
const IDENTIFYING_KEYS = ['item_id', 'share_id', 'recipient_id', 'slot_id']
/** Larger values are left out: one sent by mistake may be as large as the body, and is shown with each fault. */
const MAX_SHOWN_CHARACTERS = 4_096

type Json = Readonly<Record<string, unknown>>
type Faulty = Pick<FaultyField, 'path'>

/**
 * Shows the faulty entries of these lists of a body: what identifies each, its faulty keys with the values that were
 * sent, and its position as `index`.
 */
export function faultyShares(...lists: readonly string[]) {
  return (body: unknown, faulty: readonly Faulty[]): ExtraInfo =>
    Object.fromEntries(
      lists.flatMap((list) => {
        const entries = faultyEntries(valueOf(body, list), faultsByIndex(list, faulty))
        return entries.length === 0 ? [] : [[list, entries]]
      }),
    )
}

/** The faults within one list by index, each as the rest of its path, which begins with a key of the entry. */
function faultsByIndex(list: string, faulty: readonly Faulty[]): Map<number, string[]> {
  const byIndex = new Map<number, string[]>()
  for (const { path } of faulty) {
    if (!path.startsWith(`${list}[`)) continue
    const index = Number.parseInt(path.slice(list.length + 1), 10)
    const rest = path.slice(path.indexOf(']') + 1).replace(/^\./, '')
    byIndex.set(index, [...(byIndex.get(index) ?? []), rest])
  }
  return byIndex
}

function faultyEntries(sent: unknown, faults: ReadonlyMap<number, readonly string[]>): Json[] {
  if (!Array.isArray(sent)) return []
  return [...faults]
    .toSorted(([left], [right]) => left - right)
    .map(([index, paths]) => ({ index, ...reduced(sent[index], paths) }))
}

function reduced(entry: unknown, paths: readonly string[]): Json {
  const keys = [...IDENTIFYING_KEYS, ...paths.map((path) => path.split(/[.[]/, 1)[0] ?? '')]
  const shown = new Map(
    keys.flatMap((key) => (isShown(valueOf(entry, key)) ? [[key, valueOf(entry, key)] as const] : [])),
  )
  const values = valueOf(entry, 'slot_values')
  if (Array.isArray(values) && keys.includes('slot_values')) {
    const faults = faultsByIndex(
      'slot_values',
      paths.map((path) => ({ path })),
    )
    shown.set('slot_values', faultyEntries(values, faults))
  }
  return Object.fromEntries(shown)
}

/** A value is shown in full or not at all, because a shortened one is not what was sent. */
function isShown(value: unknown): boolean {
  return value !== undefined && roomLeft(value, MAX_SHOWN_CHARACTERS) >= 0
}

/** How much room a value leaves, in characters, roughly; stops counting once there is none. */
function roomLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room - 1
  for (const name in value) {
    left = roomLeft(valueOf(value, name), left - name.length)
    if (left < 0) break
  }
  return left
}

function valueOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}
