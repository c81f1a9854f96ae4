// Proves docs/contract/vault.md, Files: block store.

import { describe, expect, it } from 'vitest'
import { MAX_BLOCKS } from '../../../shared/contract/block-store.ts'
import { readBlockList } from './block-list.ts'

const read = (text: string) => readBlockList(Buffer.from(text))

describe('readBlockList', () => {
  it('reads ids in their order, by any of the three names', () => {
    const entries = '<Latest>b</Latest><Committed>a</Committed>\n  <Uncommitted>YmxvY2sgICAgMA==</Uncommitted>'

    expect(read(`<BlockList>${entries}</BlockList>`)).toEqual(['b', 'a', 'YmxvY2sgICAgMA=='])
  })

  it('reads a declaration, a byte order mark and space around it', () => {
    expect(read('\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<BlockList><Latest>a</Latest>\n</BlockList>\n')).toEqual(
      ['a'],
    )
  })

  it.each(['<BlockList></BlockList>', '<BlockList/>', '<BlockList />'])('reads %s as no blocks', (text) => {
    expect(read(text)).toEqual([])
  })

  it('reads as many as a file may have, and no more', () => {
    const list = (count: number) => `<BlockList>${'<Latest>a</Latest>'.repeat(count)}</BlockList>`

    expect(read(list(MAX_BLOCKS))).toHaveLength(MAX_BLOCKS)
    expect(() => read(list(MAX_BLOCKS + 1))).toThrow(`more than ${MAX_BLOCKS} blocks`)
  })

  it.each([
    ['nothing', ''],
    ['another element', '<Blocks><Latest>a</Latest></Blocks>'],
    ['a document type', '<!DOCTYPE BlockList [<!ENTITY a "a">]><BlockList><Latest>&a;</Latest></BlockList>'],
    ['an entity', '<BlockList><Latest>&amp;</Latest></BlockList>'],
    ['a comment', '<BlockList><!-- a --><Latest>a</Latest></BlockList>'],
    ['an attribute', '<BlockList><Latest x="1">a</Latest></BlockList>'],
    ['tags that do not match', '<BlockList><Latest>a</Committed></BlockList>'],
    ['no end', '<BlockList><Latest>a</Latest>'],
    ['something behind the end', '<BlockList><Latest>a</Latest></BlockList><BlockList/>'],
    ['much behind the end', `<BlockList><Latest>a</Latest></BlockList>${' '.repeat(400)}x`],
  ])('refuses %s', (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_params' }))
  })
})
