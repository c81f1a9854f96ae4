import type { Send } from '../../../shared/contract/caller.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { PersonClient } from '../../../src-main/client/client.ts'
import type { FileStore } from '../../../src-main/client/files/file-store.ts'
import { httpBlockTransfer } from '../../../src-main/client/files/http-block-transfer.ts'
import type { UploadedFile } from '../../../src-main/client/files/upload-file.ts'
import { vaultFileStore } from '../../../src-main/client/files/vault-file-store.ts'
import { readItem } from '../../../src-main/client/items/open-items.ts'
import { wipeVerificationKeys } from '../../../src-main/client/items/read-slots.ts'
import { createItem } from '../../../src-main/client/items/sealed-items.ts'
import { startClientPeople } from '../people/client-people.ts'
import type { Caller } from '../service/builders.ts'
import type { TestService } from '../service/test-service.ts'
import type { PublishedFileStore } from './published-file-client.ts'
import { rawFileStore } from './raw-file-store.ts'

/** A person whose client keeps files on the service, reached as the tests reach it. */
export interface FilePerson {
  readonly client: PersonClient
  readonly store: FileStore
  /** The same files by calls that no code of the client makes. */
  readonly raw: PublishedFileStore
}

export function startFilePeople(running: TestService) {
  const people = startClientPeople(running, (request) => running.send(request))
  return async (name: string): Promise<FilePerson> => {
    let authorization = ''
    const via: Send = (request) => {
      if (request.operation.startsWith('vault.')) authorization = request.headers?.['authorization'] ?? authorization
      return running.send(request)
    }
    const client = await people.register(name, via)
    const headers = () => ({ authorization })
    const transfer =
      running.url === undefined ? undefined : httpBlockTransfer({ headers, nowMs: () => running.clock.nowMs() })
    const caller: Caller = { userId: client.account.vaultUserId, headers: headers() }
    return { client, store: vaultFileStore(client.account, transfer), raw: rawFileStore(running, caller) }
  }
}

/** Makes an item with a slot that names the file and has its key as the value. @returns its id */
export async function linkFile(
  { client: { account } }: FilePerson,
  { attachmentId, keyText }: UploadedFile,
): Promise<string> {
  const slot = { label: 'Passport', slot_type_name: 'attachment' as const, value: keyText }
  const { item, slots } = await createItem(account, {
    template_name: 'custom',
    label: 'Papers',
    slots: [slot],
    tags: [],
  })
  const slots_attributes = slots.map(({ id }) => ({ id, attachment_id: attachmentId }))
  await account.call(vaultOperations.itemsIdPut, { params: { id: item.id }, body: { item: { slots_attributes } } })
  return item.id
}

/** What the slot of an item, own or received, says of its file. */
export async function linkedFile({ client }: FilePerson, itemId: string): Promise<UploadedFile> {
  const reply = await client.account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  const { slots } = await readItem(client, reply)
  wipeVerificationKeys(slots)
  const [{ slot, value } = { slot: undefined, value: null }] = slots
  const attachmentId = slot?.attachment_id ?? null
  if (attachmentId === null || value === null) throw new Error('the slot has no file, or no key of it')
  return { attachmentId, keyText: value }
}
