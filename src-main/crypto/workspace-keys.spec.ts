// Proves docs/contract/workbench.md, Earlier versions, Workspaces: keys.

import { describe, expect, it } from 'vitest'
import { spellRecoveryCode } from '../../shared/contract/recovery-code.ts'
import { localKey, newDatabaseKey, newRootKey } from './keys.ts'
import { deriveDatabaseKey } from './local-key.ts'
import type { PassphraseKeySlot, RecoveryKeySlot } from './workspace-keys.ts'
import {
  createFileSlot,
  createPassphraseSlot,
  createRecoverySlot,
  openFileSlot,
  openPassphraseSlot,
  openRecoverySlot,
  openWorkspaceKeys,
  readKeySlot,
  sealWorkspaceKeys,
  wipeKeys,
} from './workspace-keys.ts'

const cheap = { opsLimit: 1, memoryKib: 8 }
const key = localKey(new Uint8Array(32).fill(9))
const root = newRootKey()
const CODE = spellRecoveryCode(new Uint8Array(26).fill(5))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
// Matchers are typed `any`; as an object it fits where an error is expected.
const failsWith = (code: string) => expect.objectContaining({ name: 'CryptoError', code }) as object

/** Written by the program when slots held the local key itself: `correct horse` opens the key of 32 nines. */
const FIRST_FORMAT: PassphraseKeySlot = {
  kind: 'passphrase',
  version: 1,
  ops_limit: 1,
  memory_kib: 8,
  salt: 'oxntzTXofOWJdYDEd8anPw',
  sealed_key: 'Ko3h9GFFWybM0uomOYHgEzDijSSHp9KbPhVPoqewtaFf5VF30k9rPkuDc8mG4b6y7ffkKTndUcB4QE4yXqaGepY0uxx6iFS4',
}

describe('passphrase slot', () => {
  it('opens with its passphrase, also after JSON', async () => {
    const slot = readKeySlot(JSON.parse(JSON.stringify(await createPassphraseSlot(root, 'correct horse', cheap))))

    expect(slot).toMatchObject({ kind: 'passphrase', version: 2, ops_limit: 1, memory_kib: 8 })
    expect((await openPassphraseSlot(slot as PassphraseKeySlot, 'correct horse')).root).toEqual(Uint8Array.from(root))
  })

  it('of the first format gives the local key, and the key of the file that is made from it', async () => {
    const { root: none, keys } = await openPassphraseSlot(FIRST_FORMAT, 'correct horse')

    expect(none).toBeUndefined()
    expect(keys).toEqual({ local: key, file: deriveDatabaseKey(key) })
    await expect(openPassphraseSlot({ ...FIRST_FORMAT, version: 2 }, 'correct horse')).rejects.toThrow(
      failsWith('cannot_open'),
    )
  })

  it('holds neither key nor passphrase', async () => {
    const written = JSON.stringify(await createPassphraseSlot(root, 'correct horse', cheap))

    expect(written).not.toContain('horse')
    expect(written).not.toContain(Buffer.from(root).toString('base64url'))
  })

  it('differs each time', async () => {
    const first = await createPassphraseSlot(root, 'a', cheap)
    const second = await createPassphraseSlot(root, 'a', cheap)

    expect(first.salt).not.toBe(second.salt)
    expect(first.sealed_key).not.toBe(second.sealed_key)
  })

  it('does not open with another passphrase', async () => {
    const slot = await createPassphraseSlot(root, 'correct horse', cheap)

    await expect(openPassphraseSlot(slot, 'correct horses')).rejects.toThrow(failsWith('cannot_open'))
  })

  it.each([
    ['passes', { ops_limit: 2 }, 'cannot_open'],
    ['memory', { memory_kib: 16 }, 'cannot_open'],
    ['salt', { salt: 'A'.repeat(22) }, 'cannot_open'],
    ['kind', { kind: 'file' as 'passphrase' }, 'cannot_open'],
    ['version', { version: 1 as const }, 'cannot_open'],
    ['sealed key', { sealed_key: 'A'.repeat(96) }, 'cannot_open'],
    ['length of the sealed key', { sealed_key: 'AAAA' }, 'cannot_open'],
    ['spelling of the sealed key', { sealed_key: '???' }, 'key_slot_invalid'],
    ['memory beyond reason', { memory_kib: 2 ** 31 }, 'passphrase_cost_invalid'],
  ])('does not open with changed %s', async (_, change, code) => {
    const slot = await createPassphraseSlot(root, 'a', cheap)

    await expect(openPassphraseSlot({ ...slot, ...change }, 'a')).rejects.toThrow(failsWith(code))
  })
})

describe('recovery slot', () => {
  const slot = createRecoverySlot(root, CODE)

  it('opens with its code, however it is typed, also after JSON', () => {
    const read = readKeySlot(JSON.parse(JSON.stringify(slot))) as RecoveryKeySlot

    expect(openRecoverySlot(read, CODE).root).toEqual(Uint8Array.from(root))
    expect(openRecoverySlot(read, ` ${CODE.toLowerCase().replaceAll('-', '')}`).root).toEqual(Uint8Array.from(root))
    expect(JSON.stringify(slot)).not.toContain(CODE)
  })

  it('differs each time', () => {
    const again = createRecoverySlot(root, CODE)

    expect([again.salt, again.sealed_key]).not.toContainEqual(expect.stringMatching(slot.salt))
    expect(again.sealed_key).not.toBe(slot.sealed_key)
  })

  it.each([
    ['another code', spellRecoveryCode(new Uint8Array(26).fill(6))],
    ['a mistyped code', CODE.replace('5', '6')],
    ['a passphrase', 'correct horse'],
    ['nothing', ''],
  ])('does not open with %s', (_, typed) => {
    expect(() => openRecoverySlot(slot, typed)).toThrow(failsWith('cannot_open'))
  })

  it.each([
    ['salt', { salt: 'A'.repeat(22) }, 'cannot_open'],
    ['sealed key', { sealed_key: 'A'.repeat(96) }, 'cannot_open'],
    ['spelling of the salt', { salt: '???' }, 'key_slot_invalid'],
  ])('does not open with changed %s', (_, change, code) => {
    expect(() => openRecoverySlot({ ...slot, ...change }, CODE)).toThrow(failsWith(code))
  })
})

describe('sealed keys', () => {
  const keys = { local: key, file: newDatabaseKey() }
  const sealed = sealWorkspaceKeys(root, 'workspace-1', keys)

  it('open with the root key they were sealed under, in their workspace', () => {
    expect(openWorkspaceKeys(root, 'workspace-1', sealed)).toEqual({
      local: Uint8Array.from(keys.local),
      file: Uint8Array.from(keys.file),
    })
  })

  it('open under no other root key, in no other workspace, and with no character changed', () => {
    expect(() => openWorkspaceKeys(newRootKey(), 'workspace-1', sealed)).toThrow(failsWith('cannot_open'))
    expect(() => openWorkspaceKeys(root, 'workspace-2', sealed)).toThrow(failsWith('cannot_open'))
    const other = sealed.startsWith('B') ? 'C' : 'B'
    expect(() => openWorkspaceKeys(root, 'workspace-1', `${other}${sealed.slice(1)}`)).toThrow(failsWith('cannot_open'))
    expect(() => openWorkspaceKeys(root, 'workspace-1', '')).toThrow(failsWith('cannot_open'))
  })

  it('are wiped with all of them', () => {
    const opened = openWorkspaceKeys(root, 'workspace-1', sealed)

    wipeKeys(opened)

    expect([opened.local, opened.file]).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })
})

describe('file slot', () => {
  it('gives the key back, also after JSON', () => {
    const slot = readKeySlot(JSON.parse(JSON.stringify(createFileSlot(key))))

    expect(slot.kind === 'file' && hex(openFileSlot(slot))).toBe(hex(key))
  })

  it.each([
    ['changed', { key: 'A'.repeat(43) }],
    ['truncated', { key: 'AAAA' }],
    ['not Base64', { key: '???' }],
    ['another key’s', { key_id: 'AAAAAAAAAAA' }],
  ])('refuses a key that is %s', (_, change) => {
    expect(() => openFileSlot({ ...createFileSlot(key), ...change })).toThrow(failsWith('key_slot_invalid'))
  })
})

describe('readKeySlot', () => {
  it.each([
    ['nothing', null, 'key_slot_invalid'],
    ['a text', 'slot', 'key_slot_invalid'],
    ['an unknown kind', { kind: 'card', version: 1 }, 'key_slot_invalid'],
    ['a slot without key', { kind: 'file', version: 1, key_id: 'x' }, 'key_slot_invalid'],
    [
      'a slot without salt',
      { kind: 'passphrase', version: 1, ops_limit: 1, memory_kib: 8, sealed_key: 'x' },
      'key_slot_invalid',
    ],
    ['a newer slot', { ...createFileSlot(key), version: 3 }, 'unsupported_version'],
    ['a file slot of another version', { ...createFileSlot(key), version: 2 }, 'key_slot_invalid'],
    ['a recovery slot without salt', { kind: 'recovery', version: 2, sealed_key: 'x' }, 'key_slot_invalid'],
  ])('refuses %s', (_, json, code) => {
    expect(() => readKeySlot(json)).toThrow(failsWith(code))
  })
})
