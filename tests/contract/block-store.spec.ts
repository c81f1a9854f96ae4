// Proves docs/contract/vault.md, Files: block store, Lists.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { filesOf } from '../support/service/files.ts'
import { refusalOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/** Each operation of the block store with a path that somebody could make up. */
const SIGNED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vault.blobStoreUploadsKeyPut': { blob_key: '0'.repeat(32) },
  'vault.blobStoreFilesIdGet': { blob_id: '1' },
  'vault.blobStoreFoldersNameGet': { name: 'folder-1' },
  'vault.blobStoreFoldersNameFileGet': { name: 'folder-1', file: 'a' },
  'vault.blobStoreFoldersNameFilePut': { name: 'folder-1', file: 'a' },
  'vault.blobStoreFoldersNameFileDelete': { name: 'folder-1', file: 'a' },
}

describeOverTransports('block store', (start) => {
  let running: TestService
  let ada: SignedInUser

  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
  })

  it.each(Object.entries(SIGNED))('%s › refuses an address that was not signed here', async (operation, params) => {
    const before = databaseContent(running.connection)
    for (const query of [{}, { sp: 'rw', se: '9999999999', sig: '0'.repeat(64) }]) {
      const reply = await running.send({ operation, params, query, headers: ada.headers })
      expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('HEAD of an upload that was not signed here › 403', async () => {
    const params = { blob_key: '0'.repeat(32) }
    const reply = await running.send({ operation: 'vault.blobStoreUploadsKeyHead', params, query: {} })
    expect([reply.ok, reply.status]).toEqual([false, 403]) // forbidden; over HTTP without a body
  })

  it.each(['attachmentsGet', 'attachmentsFoldersGet'])('%s › in pages, in the order of making', async (name) => {
    const calls = callsOf(running, ada)
    const root = name === 'attachmentsGet' ? 'attachments' : 'attachments_folders'
    const ids: (string | undefined)[] = []
    for (let count = 0; count < 3; count += 1) {
      if (root === 'attachments') ids.push((await filesOf(running, ada).attach(Buffer.of(count))).id)
      else ids.push((await calls.ok<Folder>(201, 'attachmentsFoldersPost')).attachments_folder.id)
    }

    const read: (string | undefined)[] = []
    for (let next_page_after: string | null = ''; next_page_after !== null;) {
      const page: Page = await calls.ok(200, name, { query: { next_page_after, per_page: 2 } })
      read.push(...(page[root] ?? []).map(({ id }) => id))
      next_page_after = page.next_page_after
    }

    expect(read).toEqual(ids)
    const [error] = await calls.refusal(name, { query: { next_page_after: 'x' } })
    expect(error?.error).toBe('invalid_cursor')
  })
})

interface Folder {
  readonly attachments_folder: { readonly id: string }
}

interface Page {
  readonly next_page_after: string | null
  readonly attachments?: readonly { readonly id: string }[]
  readonly attachments_folders?: readonly { readonly id: string }[]
}
