// Proves docs/contract/workbench.md, Backups.

import { describe, expect, it } from 'vitest'
import { openBackupManifest, sealBackupManifest } from './backup-manifest.ts'

const KEY = new Uint8Array(32).fill(1)
const MANIFEST = new TextEncoder().encode('{"parts":[]}')

describe('the manifest of a backup', () => {
  it('opens with the key of its workspace alone, and not when a byte of it is another one', () => {
    const sealed = sealBackupManifest(KEY, MANIFEST)
    expect(openBackupManifest(KEY, sealed)).toEqual(MANIFEST)
    expect(Buffer.from(sealed).includes('parts')).toBe(false)

    expect(() => openBackupManifest(new Uint8Array(32).fill(2), sealed)).toThrow()
    for (const place of sealed.keys()) {
      const changed = Uint8Array.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => openBackupManifest(KEY, changed)).toThrow()
    }
  })

  it('is not sealed under the key of the file itself, nor twice alike', () => {
    expect(sealBackupManifest(KEY, MANIFEST)).not.toEqual(sealBackupManifest(KEY, MANIFEST))
  })
})
