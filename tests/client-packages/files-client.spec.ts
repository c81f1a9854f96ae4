// Proves docs/contract/vault.md, Files, Files: folders, Files: thumbnails.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSignedInUser } from '../support/service/builders.ts'
import { blockId, blockListOf } from '../support/service/files.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'

let server: TestHttpServer
let token: string
beforeEach(async () => {
  server = await startHttpServer()
  token = aSignedInUser(server).token
})
afterEach(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const FILE = new Blob(['sealed'])

async function putBlocks(url: string, text: string): Promise<void> {
  const block = await fetch(`${url}&comp=block&blockid=${blockId(0)}`, { method: 'PUT', body: text })
  const list = await fetch(`${url}&comp=blocklist`, { method: 'PUT', body: Uint8Array.from(blockListOf([blockId(0)])) })
  expect([block.status, list.status]).toEqual([201, 201])
}

const clients = {
  '31': () => publishedVault31(server.url, { token }),
  '37': () => publishedVault37(server.url, { token }),
}

it.each(['31', '37'] as const)('published client %s › uploads in blocks, reads, lists and deletes', async (version) => {
  const { attachment, blob, directAttachment } = clients[version]()
  const upload = async (filename: string, text: string) => {
    const blob = { filename, content_type: 'application/json', byte_size: text.length }
    const { attachment_direct_upload_url: made } = await directAttachment.directAttachmentsUploadUrlPost({ blob })
    await putBlocks(made.url, text)
    return made
  }
  const main = await upload('a', 'sealed')
  const artifact = await upload('a.encryption_artifacts', '{}')

  const { attachment: made } = await directAttachment.directAttachmentsPost({
    blob: {
      blob_id: main.blob_id,
      blob_key: main.blob_key,
      encrypted_artifact_blob_id: artifact.blob_id,
      encrypted_artifact_blob_key: artifact.blob_key,
    },
  })

  expect((await directAttachment.directAttachmentsIdGet(made.id)).attachment.bytesize).toBe('6')
  expect((await attachment.attachmentsIdGet(made.id)).attachment).toMatchObject({ is_direct_upload: true })
  expect((await attachment.attachmentsGet()).attachments.map(({ id }) => id)).toEqual([made.id])
  const file = await fetch(made.main.url, { headers: { authorization: token } })
  expect(await file.text()).toBe('sealed')
  const [, id = '', digest = ''] = /\/blobs\/attachment\/([^/]+)\/([^/?]+)/.exec(made.main.url) ?? []
  expect(await (await blob.blobsAttachmentIdDGetRaw({ id, d: digest })).raw.text()).toBe('sealed')
  await expect(blob.blobsAttachmentIdDGet(id, `${digest}0`)).rejects.toMatchObject({ status: 404 })
  await directAttachment.directAttachmentsIdDelete(made.id)
})

it.each(['31', '37'] as const)('published client %s › uploads in one piece, with a thumbnail', async (version) => {
  const { attachment, thumbnail } = clients[version]()
  const { id } = (await attachment.attachmentsPost(FILE, 'a.pdf', 'application/pdf')).attachment

  const { thumbnail: made } = await thumbnail.thumbnailsPost(FILE, id, '128x128/png')

  const { redirect_url } = await thumbnail.thumbnailsIdGet(made.id)
  expect(await (await fetch(redirect_url)).text()).toBe('sealed')
  await thumbnail.thumbnailsIdDelete(made.id)
  await attachment.attachmentsIdDelete(id)
})

it.each(['31', '37'] as const)('published client %s › makes, reads, lists and deletes folders', async (version) => {
  const { folder } = clients[version]()
  const { id, token: signed } = (await folder.attachmentsFoldersPost()).attachments_folder

  expect(signed).toMatch(/^sp=rw/)
  expect((await folder.attachmentsFoldersIdGet(id)).attachments_folder.slots_count).toBe(0)
  expect((await folder.attachmentsFoldersGet()).attachments_folders).toMatchObject([{ id, token: undefined }]) // null, as these clients read it
  await folder.attachmentsFoldersIdDelete(id)
})

it.each(['31', '37'] as const)('published client %s › reads the folder of a slot', async (version) => {
  const { folder, item } = clients[version]()
  const made = (await folder.attachmentsFoldersPost()).attachments_folder
  const slots_attributes = [{ label: 'Papers', slot_type_name: 'attachments_folder', attachments_folder_id: made.id }]
  const { slots } = await item.itemsPost({ template_name: 'custom', item: { label: 'Car', slots_attributes } })
  const slotId = slots.find(({ label }) => label === 'Papers')?.id ?? ''

  const { attachments_folder: found } = await folder.slotsIdAttachmentsFolderGet(slotId)

  expect(found).toMatchObject({ id: made.id, slots_count: 1, token: expect.stringMatching(/^sp=rw/) as string })
})

it('published client 37 › lists attachments in slots, and how much the files of a user take', async () => {
  const { attachment, user } = publishedVault37(server.url, { token })
  await attachment.attachmentsPost(FILE, 'a.pdf', 'application/pdf')

  expect(await attachment.attachmentsInSlotsGet()).toEqual({ attachments: [], slots: [] })
  expect(await user.meGet()).toMatchObject({
    data_size_of_uploaded_attachments_and_folders: 6,
    data_size_limit_exceeded: false,
  })
})
