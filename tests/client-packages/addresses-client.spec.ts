// Proves docs/contract/vault.md, Files: block store, Files: folders.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import { publishedVault37 } from '../support/published/published-vault-clients.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { blockId, blockListOf } from '../support/service/files.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'

/*
 * No client has a name for what lies in the block store: a published client gives an address, and whoever holds that
 * reads and writes by it, here with the HTTP client of Node.
 */

const called = new Set<string | null>()
let server: TestHttpServer
let vault: ReturnType<typeof publishedVault37>
beforeAll(async () => {
  server = await startHttpServer({}, { onCall: ({ operation, status }) => status < 300 && called.add(operation) })
  vault = publishedVault37(server.url, { token: aSignedInUser(server).token })
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

async function asked(method: string, address: string, body?: string): Promise<readonly [number, string]> {
  const response = await fetch(address, { method, ...(body !== undefined && { body }) })
  return [response.status, await response.text()]
}

const FORBIDDEN = [403, expect.stringContaining('"forbidden"')]

/** A file is written in blocks, measured and read by addresses, and by none that was changed. */
async function writeFile(): Promise<void> {
  const { directAttachment } = vault
  const upload = async (text: string) => {
    const blob = { filename: 'a', content_type: 'text/plain', byte_size: text.length }
    const { attachment_direct_upload_url: made } = await directAttachment.directAttachmentsUploadUrlPost({ blob })
    const block = `&comp=block&blockid=${blockId(0)}`
    expect(await asked('PUT', `${made.url.replace('sig=', 'sig=0')}${block}`, text)).toEqual(FORBIDDEN)
    expect(await asked('PUT', `${made.url}${block}`, text)).toEqual([201, ''])
    expect(await asked('PUT', `${made.url}&comp=blocklist`, blockListOf([blockId(0)]).toString())).toEqual([201, ''])
    return made
  }
  const [main, artifact] = [await upload('sealed'), await upload('{}')]
  const measured = await fetch(main.url, { method: 'HEAD' })
  expect([measured.status, measured.headers.get('content-length')]).toEqual([200, '6'])
  expect(await asked('HEAD', main.url.replace('sig=', 'sig=0'))).toEqual([403, ''])

  const { attachment } = await directAttachment.directAttachmentsPost({
    blob: {
      blob_id: main.blob_id,
      blob_key: main.blob_key,
      encrypted_artifact_blob_id: artifact.blob_id,
      encrypted_artifact_blob_key: artifact.blob_key,
    },
  })
  const [, id = '', d = ''] = /\/blobs\/attachment\/([^/]+)\/([^/?]+)/.exec(attachment.main.url) ?? []
  const { raw } = await vault.blob.blobsAttachmentIdDGetRaw({ id, d }) // this client follows it to where the bytes are
  expect(await asked('GET', raw.url)).toEqual([200, 'sealed'])
  expect(await asked('GET', raw.url.replace('sig=', 'sig=0'))).toEqual(FORBIDDEN)
}

/** In a folder files are written, listed, read and removed by addresses with its token, and with no other. */
async function fillFolder(): Promise<void> {
  const made = async () => (await vault.folder.attachmentsFoldersPost()).attachments_folder
  const [folder, other] = [await made(), await made()]
  const address = (file: string, token = folder.token) => `${folder.resource_urls?.[0] ?? ''}${file}?${token ?? ''}`

  expect(await asked('PUT', address('/a.txt', other.token), 'sealed')).toEqual(FORBIDDEN)
  expect(await asked('PUT', address('/a.txt'), 'sealed')).toEqual([201, ''])
  const [status, listed] = await asked('GET', address(''))
  expect([status, JSON.parse(listed)]).toMatchObject([200, { files: [{ name: 'a.txt', bytesize: 6 }] }])
  expect(await asked('GET', address('/a.txt'))).toEqual([200, 'sealed'])
  for (const method of ['GET', 'DELETE']) expect(await asked(method, address('/a.txt', other.token))).toEqual(FORBIDDEN)
  expect(await asked('DELETE', address('/a.txt'))).toEqual([204, ''])
  expect(await asked('GET', address('/a.txt'))).toMatchObject([404, expect.stringContaining('"not_found"')])
}

it('addresses › lead to every operation that no client has a name for', async () => {
  await writeFile()
  await fillFolder()

  const unlisted = serviceOperations.filter((operation) => operation.extension === 'unlisted')
  expect(unlisted.filter(({ id }) => !called.has(id)).map(({ id }) => id)).toEqual([])
})
