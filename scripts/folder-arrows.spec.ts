import { describe, expect, it } from 'vitest'
import type { Arrows } from './folder-arrows.ts'
import { arrowsOf, arrowsOfSubfolders, circleIn, drawn, pairsIn, reduced } from './folder-arrows.ts'

const arrows = (all: Readonly<Record<string, readonly string[]>>): Arrows =>
  new Map(Object.entries(all).map(([from, used]) => [from, new Set(used)]))

/** Folders two levels deep that use each other, and why they are still two. */
const KNOWN_PAIRS: Readonly<Record<string, string>> = {
  'shared/json-schema <-> shared/presentation-exchange': 'Filters are JSON Schema, which counts their budget.',
  'src-main/client <-> src-main/client/items': 'The client is made of the lists of items, and seals items itself.',
  'src-main/client <-> src-main/client/shares': 'The client is made of the lists of shares, and makes shares itself.',
  'src-main/client <-> src-main/client/tasks': 'The client knows which updates are open, and runs the tasks of them.',
  'src-main/exchange/proofs <-> src-main/exchange/registries': 'Proofs look up what registries check as proofs.',
  'src-main/sqlite <-> src-main/sqlite/migrations':
    'A worker brings a file up to date; steps use what the driver offers.',
  'src-main/vault/connections <-> src-main/vault/delegations':
    'A delegation is a role in a connection, and ends with it.',
  'src-main/vault/connections <-> src-main/vault/invitations': 'An invitation becomes a connection, and ends with it.',
  'src-main/vault/delegations <-> src-main/vault/invitations':
    'An invitation may carry a role, which its end takes back.',
  'src-main/workbench/backups <-> src-main/workbench/workspaces':
    'A backup is a workspace at rest; a change makes one.',
  'src-main/workbench/sample <-> src-main/workbench/workspaces': 'The sample is filled through an opened workspace.',
}

describe('arrows between folders', () => {
  it('follow what the files import', () => {
    const found = arrowsOf('src-main')

    expect([...(found.get('client') ?? [])].toSorted()).toEqual(['crypto', 'shared', 'threads'])
    expect(found.get('sqlite')?.has('vault')).toBe(false)
  })

  it('two levels deep go one way, except where a reason says why not', () => {
    const pairs = ['src-main', 'src-renderer', 'shared'].flatMap((part) => pairsIn(arrowsOfSubfolders(part)))

    expect(pairs.toSorted()).toEqual(Object.keys(KNOWN_PAIRS).toSorted())
  })

  it('that follow from others are left out', () => {
    const all = arrows({ top: ['middle', 'bottom'], middle: ['bottom'], bottom: [] })

    expect(reduced(all)).toEqual(arrows({ top: ['middle'], middle: ['bottom'], bottom: [] }))
  })

  it('in a circle are named', () => {
    expect(circleIn(arrows({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }))).toEqual(['b', 'd', 'b'])
    expect(circleIn(arrows({ a: ['b', 'c'], b: ['c'], c: [] }))).toBeUndefined()
  })

  it('both ways are named as a pair', () => {
    expect(pairsIn(arrows({ a: ['b', 'c'], b: ['a'], c: [] }))).toEqual(['a <-> b'])
  })

  it('are drawn in alphabetical order', () => {
    expect(drawn(arrows({ b: ['a'], a: ['d', 'c'] }))).toBe(
      '```mermaid\nflowchart TD\n  a --> c\n  a --> d\n  b --> a\n```\n',
    )
  })
})
