// Proves docs/contract/window.md, Files; docs/contract/client-crypto.md, Files: in one piece, Files: artefacts, Files: keys, Published
// accounts.

// @module-tag full

import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileRow } from '../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES } from '../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { publishedDownload, publishedUpload } from '../support/files/published-file-client.ts'
import { linkAsPublished, publishedFileStore } from '../support/files/published-file-steps.ts'
import type { PublishedPackages, PublishedUser } from '../support/published/published-client.ts'
import { registerPublishedUser } from '../support/published/published-client.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { libraryOpen, librarySeal, publishedLibrary } from '../support/published/published-library.ts'
import { publishedSharer } from '../support/published/published-sharing.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { uploadWhole } from '../support/workbench/window-uploads.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import { digest } from '../support/files/file-bytes.ts'
import { describeRows } from '../support/tiers.ts'

const PACKAGES: readonly [string, PublishedPackages][] = [
  ['vault 37.1.15, key-store 6.2.0', { vault: publishedVault37, keystore: publishedClient6 }],
  ['vault 31.0.0, key-store 5.4.2', { vault: publishedVault31, keystore: publishedClient5 }],
]
const SMALL_KEY_BITS = 2048
const { connectionRows, fileRows, invitationAccept, invitationCreate, itemOpen, itemRows } = workbenchOperations
const { shareCreate, slotFileOpen, slotFilePart, slotThumbnailGet, slotThumbnailPut, userAdd } = workbenchOperations

const LETTER = Buffer.from('Dear Bob, the boat is yours. ✓\n')
/** Two blocks. */
const SCAN = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_048_576, 7)])

let workbench: TestWorkbench
let call: TestWorkbench['call']
let url: string
beforeAll(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  call = workbench.call
  url = workbench.application.server.url
})
afterAll(() => stopWorkbench(workbench))

describeRows('an account of %s that is open in the window', PACKAGES, (packageNames, packages) => {
  let published: PublishedUser
  let vault: ReturnType<PublishedPackages['vault']>
  let userId: string
  beforeAll(async () => {
    published = await registerPublishedUser(url, packages, PASSPHRASE, SMALL_KEY_BITS)
    vault = packages.vault(url, { token: published.vaultToken })
    const { secretString: secret_string, passphrase } = published
    userId = (await call(userAdd, { body: { secret_string, passphrase } })).user.id
  })

  it('has the files in the window that its published client stored, by blocks and in one piece', async () => {
    const scan = await publishedUpload(storeOf(published), { filename: 'scan.png', content_type: 'x/y' }, SCAN)
    const scanPlace = await linkAsPublished(published, vault, 'Passport', scan)
    const key = publishedLibrary.EncryptionKey.generateRandom(32)
    const letter = await storeInOnePiece(key, 'letter.txt')
    const letterPlace = await linkAsPublished(published, vault, 'Letter', { ...letter, keyText: asKeyText(key.bytes) })

    const { files } = await call(fileRows, { params: { user_id: userId } })

    const row = { own: true, slot_label: 'File', has_thumbnail: false }
    const places = [letterPlace.slot_id, scanPlace.slot_id]
    expect(files.filter(({ slot_id }) => places.includes(slot_id)).toSorted(byName)).toMatchObject([
      { ...row, ...letterPlace, item_label: 'Letter', filename: 'letter.txt' },
      { ...row, ...scanPlace, item_label: 'Passport', filename: 'scan.png' },
    ])
    const about = { filename: 'letter.txt', content_type: 'text/plain', size: LETTER.length, kind: 'text' }
    expect(await opened(userId, letterPlace)).toEqual({ ...about, digest: digest(LETTER) })
    expect(await opened(userId, scanPlace)).toEqual({
      ...{ filename: 'scan.png', content_type: 'x/y', size: SCAN.length, kind: 'png', digest: digest(SCAN) },
    })
  })

  it('gives files of the window to its published client', async () => {
    const { item_id, slot_id } = await attachInWindow(userId, 'scan.png', SCAN)

    const { slots, attachments } = await vault.item.itemsIdGet(item_id)
    const { attachment_id, encrypted_value } = slotIn(slots, slot_id)
    const keyText = await published.decrypt(encrypted_value)

    expect(attachments.map(({ id, filename }) => [id, filename])).toEqual([[attachment_id, 'scan.png']])
    expect(digest(await publishedDownload(storeOf(published), attachment_id, keyText))).toBe(digest(SCAN))
  })

  it('gives files of the window to the published client of who it shares them with', async () => {
    const friend = await registerPublishedUser(url, packages, PASSPHRASE, SMALL_KEY_BITS)
    const sharer = publishedSharer(url, friend, packages.vault)
    const order = { params: { user_id: userId }, body: { name: 'Friend', compatible: true } }
    const { link } = await call(invitationCreate, order)
    await sharer.accept(link.slice(link.lastIndexOf('/') + 1))
    const { item_id, slot_id } = await attachInWindow(userId, 'letter.txt', LETTER)
    await share(item_id, friend.userId)

    const [received] = await sharer.received()
    const { attachment_id } = slotIn((await vault.item.itemsIdGet(item_id)).slots, slot_id)
    const content = await publishedDownload(
      storeOf(friend),
      attachment_id,
      String(received?.values['letter.txt']?.text),
    )

    expect(Buffer.from(content).toString()).toBe(LETTER.toString())
  })

  it('shows the smaller pictures its published client made, and gives it those of the window', async () => {
    const scan = await publishedUpload(storeOf(published), { filename: 'scan.png', content_type: 'x/y' }, LETTER)
    const place = await linkAsPublished(published, vault, 'Passport', scan)
    const key = publishedLibrary.EncryptionKey.fromBytes(Buffer.from(scan.keyText, 'base64url'))
    const [theirs, ours] = [randomBytes(3000), randomBytes(2000)]
    const params = { user_id: userId, ...place }

    await vault.thumbnail.thumbnailsPost(new Blob([await librarySeal(key, theirs)]), scan.attachmentId, '128x128/png')
    await call(slotThumbnailPut, { params: { ...params, size_type: '512x512/png' }, body: Uint8Array.from(ours) })

    const shown = await call(slotThumbnailGet, { params, query: { pixels: 128 } })
    expect(digest(shown.data)).toBe(digest(theirs))
    const { thumbnails } = await vault.item.itemsIdGet(place.item_id)
    const made = thumbnails.find(({ size_type }) => size_type === '512x512/png')
    const { redirect_url } = await vault.thumbnail.thumbnailsIdGet(made?.id ?? '')
    expect(digest(await libraryOpen(key, await (await fetch(redirect_url)).text()))).toBe(digest(ours))
  })

  it('shares files of either client with somebody in the window', async () => {
    const bob = (await registerUser(workbench, `Bob with ${packageNames}`)).user.id
    const { link } = await call(invitationCreate, { params: { user_id: userId }, body: { name: 'Bob' } })
    await call(invitationAccept, { params: { user_id: bob }, body: { link, name: 'Owner' } })
    const { rows } = await call(connectionRows, { params: { user_id: userId } })
    const connection = rows.find(({ name }) => name === 'Bob')
    const scan = await publishedUpload(storeOf(published), { filename: 'scan.png', content_type: 'x/y' }, SCAN)
    const theirs = await linkAsPublished(published, vault, 'Passport', scan)
    const ours = await attachInWindow(userId, 'letter.txt', LETTER)
    for (const { item_id } of [theirs, ours]) await share(item_id, connection?.user_id ?? '')

    const received = (await call(itemRows, { params: { user_id: bob } })).rows
    const digests = await Promise.all(
      received.map(async ({ id }) => {
        const copy = await call(itemOpen, { params: { user_id: bob, item_id: id } })
        return (await opened(bob, { item_id: id, slot_id: copy.slots[0]?.id ?? '' })).digest
      }),
    )

    expect(digests.toSorted()).toEqual([digest(LETTER), digest(SCAN)].toSorted())
  })

  const share = (item_id: string, recipient: string) =>
    call(shareCreate, { params: { user_id: userId }, body: { items: [{ item_id }], recipient_ids: [recipient] } })

  /** The older way: one text in the published format as the file. */
  async function storeInOnePiece(key: typeof published.keyEncryptionKey, filename: string) {
    const file = new Blob([await librarySeal(key, LETTER)])
    const { attachment } = await vault.attachment.attachmentsPost(file, filename, 'text/plain')
    return { attachmentId: attachment.id }
  }
})

type Place = Pick<FileRow, 'item_id' | 'slot_id'>

const storeOf = (user: PublishedUser) => publishedFileStore(url, user)

async function attachInWindow(user_id: string, filename: string, content: Uint8Array): Promise<Place> {
  const place = { kind: 'new_item', label: 'Boat', template_name: 'custom' } as const
  const upload = await uploadWhole(call, user_id, { content, place, filename, content_type: 'text/plain' })
  expect(upload).toMatchObject({ state: 'done', problem: null })
  return { item_id: upload.item_id ?? '', slot_id: upload.slot_id ?? '' }
}

/** What the window says of a file, and the digest of all it reads of it. */
async function opened(user_id: string, place: Place) {
  const params = { user_id, ...place }
  const facts = await call(slotFileOpen, { params })
  const hash = createHash('sha256')
  for (let start = 0; start < facts.size;) {
    const { data } = await call(slotFilePart, { params, query: { start, bytes: MAX_PART_BYTES } })
    hash.update(data)
    start += data.length
  }
  return { ...facts, digest: hash.digest('hex') }
}

/** A slot as its owner reads it. */
function slotIn(slots: readonly Linked[], id: string) {
  const { attachment_id, encrypted_value } = slots.find((one) => one.id === id) ?? {}
  return { attachment_id: attachment_id ?? '', encrypted_value: encrypted_value ?? '' }
}

interface Linked {
  readonly id: string
  readonly attachment_id?: string | null | undefined
  readonly encrypted_value?: string | null | undefined
}

const asKeyText = (bytes: Uint8Array) => `${Buffer.from(bytes).toString('base64url')}=`
const byName = (one: FileRow, other: FileRow) => one.filename.localeCompare(other.filename)
