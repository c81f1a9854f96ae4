// Proves docs/contract/window.md, Who shares what with whom.

import { describe, expect, it } from 'vitest'
import { aPerson, aShare } from '../testing/a-share.ts'
import { shareGraph } from './share-graph.ts'

const [alice, bob, carlos, dana] = [aPerson('alice'), aPerson('bob'), aPerson('carlos'), aPerson('dana')]
const sent = (number: number, to = bob, via: typeof bob | null = null) =>
  aShare(number, { direction: 'outgoing', person: to, via })

const linksOf = (graph: ReturnType<typeof shareGraph>) =>
  graph.links.map(({ from, to, shares }) => `${from.name} > ${to.name} ${shares.length}`)
const columnOf = (graph: ReturnType<typeof shareGraph>, name: string) =>
  graph.people.find(({ person }) => person.name === name)?.column

describe('the graph of shares', () => {
  it('has one link for two people, and whoever passed it on stands between', () => {
    const graph = shareGraph(alice, [sent(1), sent(2), sent(3, carlos, bob), aShare(4, { person: dana })])
    expect(linksOf(graph)).toEqual(['Alice > Bob 2', 'Bob > Carlos 1', 'Dana > Alice 1'])
    expect(['Dana', 'Alice', 'Bob', 'Carlos'].map((name) => columnOf(graph, name))).toEqual([0, 1, 2, 3])
  })

  it('shows who passes on what the actor does not send, and each person once', () => {
    const graph = shareGraph(alice, [sent(1), aShare(2, { person: bob }), sent(3, dana, carlos)])
    expect(linksOf(graph)).toEqual(['Alice > Bob 1', 'Bob > Alice 1', 'Carlos > Dana 1'])
    expect(graph.people.map(({ person }) => person.name)).toEqual(['Alice', 'Bob', 'Carlos', 'Dana'])
    expect(new Set(graph.people.map(({ column, row }) => `${column} ${row}`)).size).toBe(4)
  })

  it('leaves out what was declined, and guesses nothing about an owner behind a sender', () => {
    const graph = shareGraph(alice, [aShare(1, { state: 'rejected' }), aShare(2, { person: bob, via: carlos })])
    expect(linksOf(graph)).toEqual(['Bob > Alice 1'])
    expect(columnOf(graph, 'Carlos')).toBeUndefined()
  })
})
