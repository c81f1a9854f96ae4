// Proves docs/contract/vault.md, Classification: naming nodes.

import { describe, expect, it } from 'vitest'
import { decideClassification, effectiveLinks, readNodeReference } from './classification-rules.ts'
import type { FoundClassification } from './classification-rules.ts'
import type { StoredNode, StoredScheme } from './classification-store.ts'

const times = { created_at: '2026-01-01T00:00:00.000Z' }
const tagScheme: StoredScheme = {
  id: 'tags',
  name: 'tag',
  label: 'Tags',
  description: null,
  owned_by_user: 1,
  ...times,
}
const walletScheme: StoredScheme = { ...tagScheme, id: 'wallets', name: 'wallet', owned_by_user: 0 }
const pet: StoredNode = {
  ...{ id: 'pet', scheme_id: 'wallets', user_id: null, name: 'pet', label: 'Pet', description: null },
  ...{ ordinal: 0, background_color: null, label_translations: null, image_id: null, ...times },
}
const NOTHING: FoundClassification = {
  schemeById: undefined,
  schemeByName: undefined,
  nodeById: undefined,
  nodeByText: undefined,
}

describe('classification rules', () => {
  it('readNodeReference › reads both spellings; null and empty count as absent', () => {
    const long = readNodeReference({ node_id: 'n', node_name: 'My Node', scheme_id: 's', scheme_name: 'tag' })
    const short = readNodeReference({ id: 'n', name: 'My Node', scheme_id: 's', scheme: 'tag' })

    expect(long).toMatchObject({ nodeId: 'n', calling: { name: 'My Node' }, schemeId: 's', schemeName: 'tag' })
    expect({ ...short, keys: undefined }).toEqual({ ...long, keys: undefined })
    expect(short.keys).toEqual({ node: 'id', scheme: 'scheme_id' })
    expect(readNodeReference({ node_id: null, id: '', label: '旅行' })).toMatchObject({
      nodeId: undefined,
      calling: { name: undefined, label: '旅行' },
    })
  })

  it.each([
    ['links a known node', { node_id: 'pet' }, { nodeById: pet }, { action: 'link', node: pet }],
    ['unlinks it', { node_id: 'pet', _destroy: true }, { nodeById: pet }, { action: 'unlink', node: pet }],
    [
      'links by name in a scheme',
      { name: 'pet', scheme: 'wallet' },
      { schemeByName: walletScheme, nodeByText: pet },
      { action: 'link', node: pet },
    ],
    [
      'makes a missing tag',
      { label: 'My Pet', scheme: 'tag' },
      { schemeByName: tagScheme },
      { action: 'create', scheme: tagScheme, calling: { name: undefined, label: 'My Pet' } },
    ],
    [
      'does not make what is to be unlinked',
      { label: 'My Pet', scheme: 'tag', _destroy: true },
      { schemeByName: tagScheme },
      { action: 'nothing' },
    ],
    [
      'makes no node of a global scheme',
      { name: 'moon', scheme: 'wallet' },
      { schemeByName: walletScheme },
      { action: 'refuse', key: 'name', code: 'classification_node_not_found' },
    ],
    ['has nothing to do where there is no such node', { id: 'x', _destroy: true }, {}, { action: 'nothing' }],
    [
      'refuses an unknown node',
      { id: 'x' },
      {},
      { action: 'refuse', key: 'id', code: 'classification_node_not_found' },
    ],
    [
      'refuses a name without scheme',
      { name: 'pet' },
      {},
      { action: 'refuse', key: 'scheme_name', code: 'classification_scheme_not_found' },
    ],
    [
      'refuses a node of another scheme',
      { node_id: 'pet', scheme: 'tag' },
      { nodeById: pet, schemeByName: tagScheme },
      { action: 'refuse', key: 'node_id', code: 'classification_node_not_found' },
    ],
    [
      'refuses two schemes that differ',
      { name: 'pet', scheme: 'tag', scheme_id: 'wallets' },
      { schemeByName: tagScheme, schemeById: walletScheme },
      { action: 'refuse', key: 'scheme_id', code: 'classification_scheme_not_found' },
    ],
  ])('decideClassification › %s', (_, attributes, found, decision) => {
    expect(decideClassification(readNodeReference(attributes), { ...NOTHING, ...found })).toMatchObject(decision)
  })

  it('effectiveLinks › drops what is done already, and repetitions', () => {
    const [a, b] = [{ node: { id: 'a' } }, { node: { id: 'b' } }]

    expect(effectiveLinks(new Set(['a']), { link: [a, b, b], unlink: [a, b] })).toEqual({ link: [b], unlink: [a] })
  })
})
