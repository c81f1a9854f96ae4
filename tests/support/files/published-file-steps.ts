import type { PublishedUser } from '../published/published-client.ts'
import type { MakeVault } from '../published/published-vault-clients.ts'
import { sendOverHttp } from '../service/send-over-http.ts'
import type { PublishedFileStore, StoredAsPublished } from './published-file-client.ts'
import { rawFileStore } from './raw-file-store.ts'

/** Where files lie, reached over HTTP by calls that no code of the client makes. */
export function publishedFileStore(
  url: string,
  { userId, vaultToken }: Pick<PublishedUser, 'userId' | 'vaultToken'>,
): PublishedFileStore {
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
