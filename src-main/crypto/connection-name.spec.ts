// Proves docs/contract/client-crypto.md, Envelope: contexts, Connecting.

import { beforeAll, describe, expect, it } from 'vitest'
import { openConnectionName, sealConnectionName } from './connection-name.ts'
import { newKeyPair } from './key-pair.ts'
import { newDataEncryptionKey } from './keys.ts'
import { newRsaKeyPair } from './published/rsa.ts'
import type { RsaKeyPair } from './published/rsa.ts'

const dek = newDataEncryptionKey()
const ours = newKeyPair()
let rsa: RsaKeyPair

beforeAll(async () => {
  rsa = await newRsaKeyPair(2048)
})

describe('a connection’s name', () => {
  it.each([
    ['ours', () => ours.publicKey],
    ['RSA', () => rsa.publicKey],
  ])('opens for its own key (%s)', (_, publicKey) => {
    const sealed = sealConnectionName(dek, publicKey(), 'Zoë’s garage')

    expect(sealed).toMatch(/^pdv1\.xc\.nm\./)
    expect(openConnectionName(dek, publicKey(), sealed)).toBe('Zoë’s garage')
  })

  it('does not depend on the line ends of the key', () => {
    const sealed = sealConnectionName(dek, rsa.publicKey, 'name')

    expect(openConnectionName(dek, rsa.publicKey.replaceAll('\n', '\r\n'), sealed)).toBe('name')
  })

  it.each([
    ['connection', () => openConnectionName(dek, newKeyPair().publicKey, name()), 'cannot_open'],
    ['user', () => openConnectionName(newDataEncryptionKey(), ours.publicKey, name()), 'wrong_key'],
    ['context', () => openConnectionName(dek, ours.publicKey, name().replace('.nm.', '.si.')), 'malformed_envelope'],
    ['byte', () => openConnectionName(dek, ours.publicKey, changed(name())), 'cannot_open'],
  ])('is refused for another %s', (_, open, code) => {
    expect(open).toThrow(expect.objectContaining({ code }))
  })
})

function name(): string {
  return sealConnectionName(dek, ours.publicKey, 'name')
}

function changed(text: string): string {
  return text.slice(0, -2) + (text.endsWith('AA') ? 'BA' : 'AA')
}
