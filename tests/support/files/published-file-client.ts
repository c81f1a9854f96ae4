/*
 * Files as published clients seal them, block by block with their library, written from the contract alone
 * (docs/contract/client-crypto.md, Files: artefacts; Published format: symmetric).
 */
import type { FileDescription, FileStore } from '../../../src-main/client/files/file-store.ts'
import type { PublishedUser } from '../published/published-client.ts'
import { libraryOpen, librarySeal, publishedLibrary } from '../published/published-library.ts'
import type { MakeVault } from '../published/published-vault-clients.ts'
import { sendOverHttp } from '../service/send-over-http.ts'
import { rawFileStore } from './raw-file-store.ts'

const BLOCK_BYTES = 1_048_576
/** Behind `A`, as the library writes it: length, `iv` of 12 bytes, `at` of 16 bytes, `ad`. */
const [IV_AT, TAG_AT] = [1 + 4 + 9, 1 + 4 + 9 + 12 + 9]

interface Artefacts {
  readonly iv: readonly { readonly type: 'Buffer'; readonly data: readonly number[] }[]
  readonly at: readonly { readonly type: 'Buffer'; readonly data: readonly number[] }[]
  readonly range: readonly string[]
}

/** A file in the store, and its key as the text that goes into a slot. */
export interface StoredAsPublished {
  readonly attachmentId: string
  readonly keyText: string
}

/** Where files lie, reached over HTTP by calls that no code of the client makes. */
export function publishedFileStore(
  url: string,
  { userId, vaultToken }: Pick<PublishedUser, 'userId' | 'vaultToken'>,
): FileStore {
  return rawFileStore({ send: sendOverHttp(url) }, { userId, headers: { authorization: vaultToken } })
}

/** Makes an item whose slot names the file and has its key as the value, as the published client does. */
export async function linkAsPublished(
  { encrypt }: Pick<PublishedUser, 'encrypt'>,
  vault: ReturnType<MakeVault>,
  label: string,
  { attachmentId: attachment_id, keyText }: StoredAsPublished,
): Promise<{ readonly item_id: string; readonly slot_id: string }> {
  const { item } = await vault.item.itemsPost({ template_name: 'custom', item: { label } })
  const encrypted_value = (await encrypt(keyText)) ?? ''
  const slot = { label: 'File', slot_type_name: 'attachment' as never, encrypted_value, attachment_id } // each package has an enumeration of its own
  const { slots } = await vault.item.itemsIdPut(item.id, { item: { slots_attributes: [slot] } })
  return { item_id: item.id, slot_id: slots.find((made) => made.attachment_id === attachment_id)?.id ?? '' }
}

export async function publishedUpload(
  store: FileStore,
  file: FileDescription,
  content: Uint8Array,
): Promise<StoredAsPublished> {
  const key = publishedLibrary.EncryptionKey.generateRandom(32)
  const blocks: Buffer[] = []
  const artefacts = { iv: [] as unknown[], at: [] as unknown[], range: [] as string[] }
  for (let start = 0; start < content.length; start += BLOCK_BYTES) {
    const end = Math.min(content.length, start + BLOCK_BYTES)
    const [, data = '', encoded = ''] = (await librarySeal(key, content.subarray(start, end))).split('.')
    const document = Buffer.from(encoded, 'base64url')
    blocks.push(Buffer.from(data, 'base64url'))
    artefacts.iv.push(document.subarray(IV_AT, IV_AT + 12).toJSON())
    artefacts.at.push(document.subarray(TAG_AT, TAG_AT + 16).toJSON())
    artefacts.range.push(`bytes=${start}-${end - 1}`)
  }
  const told = { ...artefacts, ad: 'none', encryption_strategy: 'AES-GCM', size: content.length }
  const attachmentId = await storeParts(store, file, [blocks, [Buffer.from(JSON.stringify(told))]])
  return { attachmentId, keyText: `${Buffer.from(key.bytes).toString('base64url')}=` }
}

export async function publishedDownload(store: FileStore, attachmentId: string, keyText: string): Promise<Buffer> {
  const key = publishedLibrary.EncryptionKey.fromBytes(Buffer.from(keyText, 'base64url'))
  const { main, encryption_artifact } = await store.getAttachment(attachmentId)
  const text = Buffer.from(await store.readWhole(encryption_artifact.url, 1e6)).toString()
  const artefacts = JSON.parse(text) as Artefacts
  const parts: Uint8Array[] = []
  for (const [index, range] of artefacts.range.entries()) {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    const block = Buffer.alloc(Number(last) + 1 - Number(first))
    await store.readInto(main.url, Number(first), block)
    parts.push(await libraryOpen(key, serialized(block, artefacts.iv[index]?.data, artefacts.at[index]?.data)))
  }
  return Buffer.concat(parts)
}

/** Stores the blocks of a file and those of its artefacts, and answers the id of the attachment. */
export async function storeParts(
  store: FileStore,
  file: FileDescription,
  [main, artefacts]: readonly [main: readonly Uint8Array[], artefacts: readonly Uint8Array[]],
): Promise<string> {
  const [one, other] = [
    await putAll(store, file, main),
    await putAll(
      store,
      { filename: `${file.filename}.encryption_artifacts`, content_type: 'application/json' },
      artefacts,
    ),
  ]
  const { id } = await store.createAttachment({
    blob_id: one.blob_id,
    blob_key: one.blob_key,
    encrypted_artifact_blob_id: other.blob_id,
    encrypted_artifact_blob_key: other.blob_key,
  })
  return id
}

async function putAll(store: FileStore, file: FileDescription, blocks: readonly Uint8Array[]) {
  const byte_size = blocks.reduce((sum, { length }) => sum + length, 0)
  const target = await store.requestUpload({ ...file, byte_size }, 'content')
  const ids = blocks.map((_, index) => Buffer.from(`block${String(index).padStart(5)}`).toString('base64'))
  for (const [index, block] of blocks.entries()) await store.putBlock(target.url, ids[index] ?? '', block)
  await store.commitBlocks(target.url, ids, file.content_type)
  return target
}

function serialized(block: Uint8Array, iv: readonly number[] = [], tag: readonly number[] = []): string {
  const document = Buffer.concat([
    Buffer.from('41', 'hex'),
    Buffer.from('40000000' + '05697600' + '0c00000000', 'hex'),
    Buffer.from(iv),
    Buffer.from('05617400' + '1000000000', 'hex'),
    Buffer.from(tag),
    Buffer.from('02616400' + '05000000' + '6e6f6e6500' + '00', 'hex'),
  ])
  return ['Aes256Gcm', padded(block), padded(document)].join('.')
}

function padded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}
