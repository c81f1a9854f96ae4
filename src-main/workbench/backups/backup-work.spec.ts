// Proves docs/contract/workbench.md, Backups.

import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressSigner } from '../../composition/attachment-wiring.ts'
import { localKey } from '../../crypto/keys.ts'
import type { Connection } from '../../sqlite/database.ts'
import { openDatabase } from '../../sqlite/database.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'
import type { WorkspaceRecord } from '../workspaces/workspace-store.ts'
import { readArchiveHead } from './backup-archive.ts'
import { doBackupTask } from './backup-work.ts'

const RECORD: WorkspaceRecord = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Mine',
  protected: false,
  demo: false,
  created_at: '2026-01-01T00:00:00.000Z',
  last_opened_at: null,
  key_slots: [],
}
const TIME = '2026-01-01T00:00:00.000Z'
const BLOCKS = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
const FILE_KEY = new Uint8Array(32).fill(7)
const keyOf = (isProtected: boolean) => (isProtected ? Uint8Array.from(FILE_KEY) : undefined)

let folder: string
let connection: Connection
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-work-'))
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: string[]) => join(folder, ...names)

/** A workspace that is open, with three blocks of which two are named by rows. */
function workspace(isProtected: boolean): void {
  const key = keyOf(isProtected)
  connection = openDatabase({ path: at('vault.db'), ...(key && { key }) })
  migrate(connection, MIGRATIONS)
  mkdirSync(at('files'))
  for (const name of BLOCKS) writeFileSync(at('files', name), randomBytes(5_000))
  connection.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at) VALUES ('ada', 'human', '${TIME}');
    INSERT INTO keystore_users (id, username, created_at) VALUES ('ada', 'ada', '${TIME}');
    INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, valid_from, valid_till)
      VALUES (x'00', 's', 'vault', 'ada', '${TIME}', '${TIME}');
    INSERT INTO blobs (id, blob_key, user_id, filename, content_type, byte_size, is_linked, created_at)
      VALUES (1, 'k', 'ada', 'f', 't', 10000, 1, '${TIME}');
    INSERT INTO blob_blocks (blob_id, block_id, first_byte, byte_size, sha256, file_name)
      VALUES (1, 'b0', 0, 5000, zeroblob(32), '${BLOCKS[0]}'), (1, 'b1', 5000, 5000, zeroblob(32), '${BLOCKS[1]}');
  `)
}

const goOn = () => undefined
const snapshot = (isProtected: boolean, onPortion: () => void = goOn, key = keyOf(isProtected)) => {
  doBackupTask({ kind: 'snapshot', path: at('vault.db'), blocks: at('files'), key, target: at('backup') }, onPortion)
}
const restore = (
  isProtected: boolean,
  from = { folder: at('backup') } as { folder: string } | { file: string },
  onPortion: () => void = goOn,
  key = keyOf(isProtected),
) => {
  doBackupTask({ kind: 'restore', from, database: 'vault.db', key, target: at('restored') }, onPortion)
}
const pack = (isProtected: boolean, onPortion: () => void = goOn, key = keyOf(isProtected)) => {
  const record = { ...RECORD, protected: isProtected }
  doBackupTask({ kind: 'pack', folder: at('backup'), record, key, file: at('file') }, onPortion)
}
/** Ends at the last of so many portions. */
function endingAt(portions: number): () => void {
  let left = portions
  return () => {
    left -= 1
    if (left === 0) throw new Error('ended')
  }
}
const digests = (path: string) =>
  Object.fromEntries(
    readdirSync(path).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(path, name)))
        .digest('hex'),
    ]),
  )

describe.each([
  ['plain', false],
  ['protected', true],
])('a %s workspace', (_, isProtected) => {
  it('a snapshot › is taken while it is open, and has the blocks that its rows name', () => {
    workspace(isProtected)
    snapshot(isProtected)

    expect(readdirSync(at('backup')).sort()).toEqual(['backup.json', 'files', 'vault.db'])
    expect(readdirSync(at('backup', 'files')).sort()).toEqual(BLOCKS.slice(0, 2))
    expect(statSync(at('backup', 'files', BLOCKS[0] ?? '')).nlink).toBe(2)
    expect(readFileSync(at('backup', 'vault.db')).includes('SQLite format')).toBe(!isProtected)
  })

  it('a restored one › has every row and block, nobody is signed in, and its addresses are signed anew', () => {
    workspace(isProtected)
    snapshot(isProtected)
    pack(isProtected)
    for (const from of [{ folder: at('backup') }, { file: at('file') }]) {
      restore(isProtected, from)

      const key = keyOf(isProtected)
      const restored = openDatabase({ path: at('restored', 'vault.db'), ...(key && { key }) })
      const count = (table: string) => restored.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
      expect(['users', 'blob_blocks', 'sessions', 'login_keys'].map(count)).toEqual([1, 2, 0, 0])
      const signed = (of: Connection) => addressSigner(of, localKey(new Uint8Array(32))).sign('sp=r')
      expect(signed(restored)).not.toBe(signed(connection))
      restored.close()
      expect(digests(at('restored', 'files'))).toEqual(digests(at('backup', 'files')))
      rmSync(at('restored'), { recursive: true })
    }
  })

  it('a file › in which any byte is another one, or that is cut anywhere, is refused', () => {
    workspace(isProtected)
    snapshot(isProtected)
    pack(isProtected)
    const whole = readFileSync(at('file'))
    const untold: string[] = []
    const isRefused = () => {
      try {
        restore(isProtected, { file: at('file') })
        return false
      } catch {
        return true
      } finally {
        rmSync(at('restored'), { recursive: true, force: true })
      }
    }
    for (let count = 0; count < 25; count += 1) {
      const place = Math.floor((whole.length * (count + 0.5)) / 25)
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 1
      writeFileSync(at('file'), changed)
      if (!isRefused()) untold.push(`byte ${place}`)
      writeFileSync(at('file'), whole)
      truncateSync(at('file'), place)
      if (!isRefused()) untold.push(`cut at ${place}`)
    }
    expect(untold).toEqual([])
  })
})

describe('a file from somebody else', () => {
  /** A file as this program writes them, with another list. */
  function fileWith(parts: readonly { readonly name: string; readonly bytes: Uint8Array }[]): void {
    const head = Buffer.from(JSON.stringify(RECORD))
    const listed = parts.map(({ name, bytes }) => ({
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }))
    const manifest = Buffer.from(JSON.stringify({ parts: listed }))
    const first = Buffer.from('pdv.backup.1\n')
    const tail = Buffer.alloc(48)
    tail.writeBigUInt64BE(BigInt(head.length), 0)
    tail.writeBigUInt64BE(BigInt(manifest.length), 8)
    tail.set(createHash('sha256').update(first).update(head).update(manifest).digest(), 16)
    writeFileSync(at('file'), Buffer.concat([first, ...parts.map(({ bytes }) => bytes), head, manifest, tail]))
  }
  const database = () => ({ name: 'vault.db', bytes: readFileSync(at('backup', 'vault.db')) })

  beforeEach(() => {
    workspace(false)
    snapshot(false)
  })

  it.each([
    '../evil',
    '/tmp/evil',
    'files/../../evil',
    'workspace.json',
    'files/x',
    'vault.db-wal',
    'files/aside',
    'FILES/00000000000000000000000000000000',
  ])('writes nothing under the name %s', (name) => {
    fileWith([database(), { name, bytes: Buffer.from('x') }])
    expect(() => restore(false, { file: at('file') })).toThrow('its list of files cannot be read')
    expect(existsSync(at('evil'))).toBe(false)
  })

  it.each([
    ['two databases', () => [database(), { ...database(), name: 'vault-1.db' }]],
    ['no database', () => [{ name: `files/${BLOCKS[0]}`, bytes: Buffer.from('x') }]],
    [
      'one name twice',
      () => [database(), ...[1, 2].map(() => ({ name: `files/${BLOCKS[0]}`, bytes: Buffer.from('x') }))],
    ],
    ['a database that is none', () => [{ name: 'vault.db', bytes: randomBytes(8_192) }]],
  ])('with %s is refused', (_, parts) => {
    fileWith(parts())
    expect(() => restore(false, { file: at('file') })).toThrow(/damaged|not a readable database|not of this program/)
  })

  it('with lengths beyond itself is refused before anything is read', () => {
    for (const [record, manifest] of [
      [2n ** 63n, 0n],
      [10n, 2n ** 62n],
      [1n << 20n, 1n << 26n],
    ] as const) {
      const tail = Buffer.alloc(48)
      tail.writeBigUInt64BE(record, 0)
      tail.writeBigUInt64BE(manifest, 8)
      writeFileSync(at('file'), Buffer.concat([Buffer.from('pdv.backup.1\n'), tail]))
      expect(() => readArchiveHead(at('file'))).toThrow('its end is not that of a backup')
    }
  })
})

describe('work on a backup that is ended between two portions', () => {
  it.each([1, 2])('a snapshot, at portion %i › throws, and wipes its key', (portions) => {
    workspace(true)
    const key = keyOf(true)
    expect(() => snapshot(true, endingAt(portions), key)).toThrow('ended')
    expect(key?.every((byte) => byte === 0)).toBe(true)
    expect(existsSync(at('backup', 'backup.json'))).toBe(false)
  })

  it.each([1, 3])('a file, at portion %i › is not there, nor a half of it', (portions) => {
    workspace(true)
    snapshot(true)
    const key = keyOf(true)
    expect(() => pack(true, endingAt(portions), key)).toThrow('ended')
    expect(readdirSync(folder).filter((name) => name.startsWith('file') && name !== 'files')).toEqual([])
    expect(key?.every((byte) => byte === 0)).toBe(true)
  })

  it('a restore, from a folder and in the midst of a file › throws before anything is migrated', () => {
    workspace(true)
    snapshot(true)
    pack(true)
    for (const [from, portions] of [
      [{ folder: at('backup') }, 1],
      [{ file: at('file') }, 2],
    ] as const) {
      const key = keyOf(true)
      expect(() => restore(true, from, endingAt(portions), key)).toThrow('ended')
      expect(key?.every((byte) => byte === 0)).toBe(true)
      rmSync(at('restored'), { recursive: true }) // as whoever asked for it does
    }
  })
})
