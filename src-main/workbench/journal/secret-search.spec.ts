// Proves docs/contract/workbench.md, Journal.

import { describe, expect, it } from 'vitest'
import { serviceOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { samples, spotsOf, withFault } from '../../../tests/support/calls/faulty-inputs.ts'
import { newAccessToken } from '../../crypto/token.ts'
import { searchAnything, searchesOf } from './secret-search.ts'

const ROOM = 100_000
const TOKEN = newAccessToken('vault')

/** What the service checks to be an id, a time or cipher text, or makes itself. */
const WITHOUT_SECRETS =
  /(?:^id$|^based_on$|^timestamp$|_id$|_ids$|_at$|_time$|_till$|_from$|_after$|^encrypted_|^serialized_|_kek$|_dek$|^dek$|^child_|^private_data)/

describe.each(serviceOperations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { request, reply } = searchesOf(operation)

  it('finds a secret in what it was sent, wherever that was not checked to be something else', () => {
    for (const body of operation.body === undefined ? [{}] : samples(operation.body)) {
      for (const other of [{ passphrase: 'canary' }, { note: TOKEN }, { notes: [{ text: `it is ${TOKEN}` }] }]) {
        expect(request({ ...Object(body), ...other }, ROOM)).toBeLessThan(0)
      }
      expect(passedOver(request, body)).toEqual([])
    }
  })

  it('finds a secret in its answer, wherever the service did not make something else', () => {
    for (const body of operation.success.body === undefined ? [] : samples(operation.success.body)) {
      expect(passedOver(reply, body)).toEqual([])
    }
  })
})

/** Places of texts where a token is not found, but for those that hold none. */
function passedOver(search: typeof searchAnything, body: unknown): readonly string[] {
  return spotsOf(body)
    .filter((spot) => valueAt(body, spot) === 'a') // and not one of a few
    .filter((spot) => !WITHOUT_SECRETS.test(String(spot.findLast((key) => typeof key === 'string'))))
    .filter((spot) => search(withFault(body, spot, TOKEN), ROOM) >= 0)
    .map((spot) => spot.join('.'))
}

function valueAt(value: unknown, spot: readonly (string | number)[]): unknown {
  return spot.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)
}

describe('searchesOf', () => {
  it('does not read cipher text', () => {
    const { reply, request } = searchesOf(vaultOperations.itemsPost)
    const cipherText = `pdv1.xc.sv.4Qspz6g1Rb8.${TOKEN}`
    const slots = [{ encrypted_value: cipherText }]

    expect(searchAnything({ cipherText: `a.${TOKEN}` }, ROOM)).toBeLessThan(0)
    expect(request({ item: { label: 'a', slots_attributes: slots } }, ROOM)).toBeGreaterThan(0)
    const answer = { item: { label: 'a' }, slots, attachments: [], thumbnails: [], classification_nodes: [] }
    expect(reply(answer, ROOM)).toBeGreaterThan(0)
  })

  it('looks at no more than there is room for', () => {
    expect(searchAnything(['a'.repeat(60), 'b'.repeat(60)], 100)).toBeLessThan(0)
    expect(
      searchAnything(
        Array.from({ length: 200 }, () => 1),
        100,
      ),
    ).toBeLessThan(0)
  })

  it('looks for anything in the bodies of a call that names no operation', () => {
    expect(searchesOf(undefined).request({ a: { seed: 'canary' } }, ROOM)).toBeLessThan(0)
  })
})
