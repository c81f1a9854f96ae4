import type { AttachmentsFolder } from '../../../shared/contract/files.ts'
import type { SystemImage, SystemItemTemplate } from '../../../shared/contract/system-catalogue.ts'
import type { SignedInUser } from '../service/builders.ts'
import { blobsOf, blockId, callStore, filesOf, storeRequest } from '../service/files.ts'
import { PNG } from '../service/images.ts'
import { aFolder } from '../service/item-rows.ts'
import type { TestService } from '../service/test-service.ts'
import { OPERATOR } from '../service/vault-accounts.ts'
import { callsOf } from '../service/vault-calls.ts'
import type { CallRow } from './call-row.ts'
import { madeBy, named } from './call-row.ts'

const SEALED = Buffer.from('sealed')
const anAttachment = (running: TestService, user: SignedInUser) => filesOf(running, user).attach(SEALED)
const attachmentId = async (running: TestService, user: SignedInUser) => (await anAttachment(running, user)).id

async function aThumbnail(running: TestService, user: SignedInUser): Promise<string> {
  const thumbnail = { file: 'c2VhbGVk', attachment_id: await attachmentId(running, user), size_type: '128x128/png' }
  return madeBy('vault.thumbnailsPost', 'thumbnail', { thumbnail })(running, user)
}

const aSlotWithFolder: CallRow = async (running, user) => {
  const folder = {
    label: 'Papers',
    slot_type_name: 'attachments_folder',
    attachments_folder_id: aFolder(running, user.userId),
  }
  const { slots } = await callsOf(running, user).createItem({ label: 'Car', slots_attributes: [folder] })
  return { params: { slot_id: slots[0]?.id ?? '' } }
}

const asOperator = (running: TestService) => callsOf(running, { headers: OPERATOR })
const anImage = async (running: TestService) =>
  (await asOperator(running).ok<{ image: SystemImage }>(201, 'systemImagesPost', { body: { image: PNG } })).image

/** The id and the digest at the end of a lasting address. */
function lastingAddress(url: string) {
  const [id = '', d = ''] = url.split('/').slice(-2)
  return { params: { id, d } }
}

/** Where the lasting address of an image leads. */
async function signedImage(running: TestService) {
  const { image_url } = await anImage(running)
  const reply = await running.send({ operation: 'vault.blobsPublicIdDGet', ...lastingAddress(image_url) })
  const { pathname, searchParams } = new URL((reply.ok && reply.headers?.['Location']) || '', 'http://in.process')
  return { params: { id: pathname.split('/').at(-1) }, query: Object.fromEntries(searchParams) }
}

/** The address of a new folder, or of a file that lies in it. */
async function folderAddress(running: TestService, user: SignedInUser, file = ''): Promise<string> {
  const reply = await callsOf(running, user).ok<{ attachments_folder: AttachmentsFolder }>(
    201,
    'attachmentsFoldersPost',
  )
  const { resource_urls, token } = reply.attachments_folder
  const address = `${resource_urls?.[0] ?? ''}${file}?${token ?? ''}`
  if (file !== '') await callStore(running, 'PUT', address, { body: SEALED })
  return address
}

const inFolder =
  (method: 'GET' | 'PUT' | 'DELETE', file = ''): CallRow =>
  async (running, user) =>
    storeRequest(method, await folderAddress(running, user, file), method === 'PUT' ? SEALED : undefined)

const aScheme = async (running: TestService, { userId: name }: SignedInUser) => {
  const body = { classification_scheme: { label: name, name } }
  await asOperator(running).ok(201, 'systemClassificationSchemesPost', { body })
  return { params: { name } }
}

const aTemplate = async (running: TestService, { userId: name }: SignedInUser) => {
  await asOperator(running).ok(201, 'systemItemTemplatesPost', { body: { item_template: { label: name } } })
  return { params: { name } }
}

/** Of files and pictures, and of what the operator lets users make items from. */
export const FILE_ROWS: Readonly<Record<string, CallRow>> = {
  'vault.systemClassificationSchemesPost': (_, { userId }) => ({
    body: { classification_scheme: { label: userId, name: userId, description: 'text', owned_by_user: false } },
  }),
  'vault.systemClassificationNodesPost': (_, { userId }) => ({
    body: { classification_node: { classification_scheme_name: 'wallet', label: userId, image: PNG } },
  }),
  'vault.attachmentsPost': () => ({ body: { attachment: { file: 'c2VhbGVk', filename: 'a', content_type: 'b/c' } } }),
  'vault.directAttachmentsUploadUrlPost': () => ({
    body: { blob: { filename: 'a', content_type: 'b/c', byte_size: 5 } },
  }),
  'vault.directAttachmentsPost': async (running, user) => {
    const { uploadBlob } = filesOf(running, user)
    const sent = Buffer.from('sealed')
    return { body: { blob: blobsOf(await uploadBlob(sent), await uploadBlob(sent)) } }
  },
  'vault.thumbnailsPost': async (running, user) => {
    const { id: attachment_id } = await filesOf(running, user).attach(Buffer.from('sealed'))
    const thumbnail = { file: 'c2VhbGVk', attachment_id, binary_id: attachment_id, size_type: '128x128/png' }
    return { body: { thumbnail } }
  },
  'vault.systemImagesPost': () => ({ body: { image: PNG } }),
  'vault.systemItemTemplatesPost': (_, { userId }) => ({
    body: { item_template: { label: userId, classified_by: [{ scheme_name: 'wallet', node_name: 'travel' }] } },
  }),
  'vault.systemItemTemplatesNameSlotPost': async (running, { userId }) => {
    const body = { item_template: { label: userId } }
    await callsOf(running, { headers: OPERATOR }).ok(201, 'systemItemTemplatesPost', { body })
    return { params: { name: userId }, body: { template_slot: { label: 'Colour' } } }
  },
  'vault.systemClassificationSchemesNameGet': aScheme,
  'vault.systemClassificationSchemesNameDelete': aScheme,
  'vault.systemClassificationNodesSchemeNameNodeNameGet': () => ({
    params: { scheme_name: 'wallet', node_name: 'vehicle' },
  }),
  'vault.systemClassificationNodesSchemeNameNodeNameDelete': async (running, user) => {
    const { name } = (await aScheme(running, user)).params
    const classification_node = { classification_scheme_name: name, label: 'Boat' }
    await asOperator(running).ok(201, 'systemClassificationNodesPost', { body: { classification_node } })
    return { params: { scheme_name: name, node_name: 'boat' } }
  },
  'vault.systemImagesIdGet': async (running) => ({ params: { id: (await anImage(running)).id } }),
  'vault.systemImagesIdDelete': async (running) => ({ params: { id: (await anImage(running)).id } }),
  'vault.systemItemTemplatesNameGet': aTemplate,
  'vault.systemItemTemplatesNameDelete': aTemplate,
  'vault.systemItemTemplatesNameSlotSlotIdDelete': async (running, user) => {
    const { params } = await aTemplate(running, user)
    const { item_template } = await asOperator(running).ok<{ item_template: SystemItemTemplate }>(
      201,
      'systemItemTemplatesNameSlotPost',
      { params, body: { template_slot: { label: 'Colour' } } },
    )
    return { params: { ...params, slot_id: item_template.template_slots[0]?.id ?? '' } }
  },
  'vault.imagesIdGet': named(async (running) => (await anImage(running)).id),
  'vault.blobsPublicIdDGet': async (running) => lastingAddress((await anImage(running)).image_url),
  'vault.blobStorePublicIdGet': signedImage,
  'vault.slotsIdAttachmentsFolderGet': aSlotWithFolder,
  'vault.attachmentsIdGet': named(attachmentId),
  'vault.attachmentsIdDelete': named(attachmentId),
  'vault.directAttachmentsIdGet': named(attachmentId),
  'vault.directAttachmentsIdDelete': named(attachmentId),
  'vault.blobsAttachmentIdDGet': async (running, user) => lastingAddress((await anAttachment(running, user)).main.url),
  'vault.attachmentsFoldersIdGet': named((running, { userId }) => aFolder(running, userId)),
  'vault.attachmentsFoldersIdDelete': named((running, { userId }) => aFolder(running, userId)),
  'vault.thumbnailsIdGet': named(aThumbnail),
  'vault.thumbnailsIdDelete': named(aThumbnail),
  'vault.blobStoreFoldersNameGet': inFolder('GET'),
  'vault.blobStoreFoldersNameFileGet': inFolder('GET', '/a.json'),
  'vault.blobStoreFoldersNameFilePut': inFolder('PUT', '/a.json'),
  'vault.blobStoreFoldersNameFileDelete': inFolder('DELETE', '/a.json'),
  'vault.blobStoreUploadsKeyPut': async (running, user) => {
    const { url } = await filesOf(running, user).uploadUrl(SEALED.length)
    return storeRequest('PUT', `${url}&comp=block&blockid=${blockId(0)}`, SEALED)
  },
  'vault.blobStoreUploadsKeyHead': async (running, user) =>
    storeRequest('HEAD', (await filesOf(running, user).uploadBlob(SEALED)).url),
  'vault.blobStoreFilesIdGet': async (running, user) => {
    const { main } = await anAttachment(running, user)
    const reply = await running.send({
      operation: 'vault.blobsAttachmentIdDGet',
      ...lastingAddress(main.url),
      headers: user.headers,
    })
    return storeRequest('GET', (reply.ok && reply.headers?.['Location']) || '')
  },
}
