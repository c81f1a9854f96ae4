// Proves docs/contract/client-crypto.md, Files: folders.

import { describe, expect, it } from 'vitest'
import { keyId, newAttachmentKey, newDataEncryptionKey, newFolderKey } from '../keys.ts'
import { formatFileKey } from './attachment-key.ts'
import {
  formatFolderKey,
  openFolder,
  openFolderFileKey,
  parseFolderKey,
  sealFolder,
  sealFolderFileKey,
} from './folder-key.ts'

const code = (expected: string) => expect.objectContaining({ code: expected }) as Error
const folderId = '0190d2a8-0000-7000-8000-000000000001'
const fileId = '0190d2a8-0000-7000-8000-000000000002'

describe('parseFolderKey', () => {
  const key = newFolderKey()

  it('reads the value of a slot that links a folder', () => {
    const text = formatFolderKey(key)

    expect(text).toMatch(/^pdv1\.rk\.fol\.[\w-]{11}\.[\w-]{43}$/)
    expect(parseFolderKey(text)).toEqual(key)
  })

  it.each([
    ['other text', 'holiday', 'key_invalid'],
    ['the key of a file', formatFileKey({ family: 'pdv1', key: newAttachmentKey() }), 'key_invalid'],
    ['the identifier of another key', formatFolderKey(key).replace(keyId(key), keyId(newFolderKey())), 'wrong_key'],
    ['a shorter key', formatFolderKey(key).slice(0, -2), 'key_invalid'],
    ['a key of a newer version', 'pdv2.rk.fol.-.AAAA', 'unsupported_version'],
  ])('refuses %s', (_, text, expected) => {
    expect(() => parseFolderKey(text)).toThrow(code(expected))
  })
})

describe('sealFolder', () => {
  const keys = { dataEncryptionKey: newDataEncryptionKey() }
  const secret = { key: newFolderKey(), label: 'Föhr 2026' }

  it('keeps key and label for the owner, also after the keys of the owner were made anew', () => {
    const text = sealFolder(keys, folderId, secret)
    const later = { dataEncryptionKey: newDataEncryptionKey(), formerDataKeys: [keys.dataEncryptionKey] }

    expect(text).toMatch(/^pdv1\.xc\.fo\./)
    expect(openFolder(keys, folderId, text)).toEqual(secret)
    expect(openFolder(later, folderId, text)).toEqual(secret)
  })

  it('opens with no other key, and in no other folder', () => {
    const text = sealFolder(keys, folderId, secret)

    expect(() => openFolder({ dataEncryptionKey: newDataEncryptionKey() }, folderId, text)).toThrow(code('wrong_key'))
    expect(() => openFolder(keys, fileId, text)).toThrow(code('cannot_open'))
  })
})

describe('sealFolderFileKey', () => {
  it('ties the key of a file to its folder and its id there', () => {
    const key = newFolderKey()
    const text = sealFolderFileKey(key, { folderId, fileId }, 'the key')

    expect(text).toMatch(/^pdv1\.xc\.fk\./)
    expect(openFolderFileKey(key, { folderId, fileId }, text)).toBe('the key')
    expect(() => openFolderFileKey(key, { folderId: fileId, fileId }, text)).toThrow(code('cannot_open'))
    expect(() => openFolderFileKey(key, { folderId, fileId: folderId }, text)).toThrow(code('cannot_open'))
    expect(() => openFolderFileKey(newFolderKey(), { folderId, fileId }, text)).toThrow(code('wrong_key'))
  })
})
