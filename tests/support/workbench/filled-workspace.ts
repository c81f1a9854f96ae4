import { createHash } from 'node:crypto'
import type { Call } from '../../../shared/contract/caller.ts'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import { bytesOf } from '../files/file-bytes.ts'
import { uploadWhole } from './window-uploads.ts'
import { PASSPHRASE, registerUser } from './workbench.ts'

const { workspaceCreate, itemCreate, itemRows, itemOpen, fileRows, slotFilePart, usersGet, userSignIn } =
  workbenchOperations

/** What a workspace is filled with. */
export interface Filling {
  readonly passphrase: string | null
  readonly items: number
  /** Size of each file. */
  readonly files: readonly number[]
}

/** A new workspace named `Mine` with one user, who has items and files. @returns the id of the user */
export async function fillWorkspace(call: Call, { passphrase, items, files }: Filling): Promise<string> {
  await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  const { user } = await registerUser({ call }, 'Alice')
  for (let number = 0; number < items; number += 1) {
    const slots = [{ label: 'Number', value: `${number} ${'x'.repeat(300)}` }]
    await call(itemCreate, { params: { user_id: user.id }, body: { label: `Passport ${number}`, slots } })
  }
  for (const [number, size] of files.entries()) {
    const place = { kind: 'new_item', label: `Scan ${number}`, template_name: 'custom' } as const
    await uploadWhole(call, user.id, { filename: `scan ${number}.pdf`, place, content: bytesOf(size) })
  }
  return user.id
}

/** Everything a person sees of the user in the open workspace, each file by its digest. */
export async function everythingOf(call: Call, user_id: string): Promise<object> {
  const { users } = await call(usersGet, {})
  await call(userSignIn, { params: { user_id }, body: { passphrase: PASSPHRASE } })
  const params = { user_id }
  const { rows, total } = await call(itemRows, { params, query: { limit: 200 } })
  if (rows.length < total) throw new Error(`${total} items are counted and ${rows.length} listed`)
  const items: unknown[] = []
  for (const { id } of rows) items.push(await call(itemOpen, { params: { ...params, item_id: id } }))
  const { files } = await call(fileRows, { params })
  const digests: string[] = []
  for (const { item_id, slot_id } of files) digests.push(await digestOf(call, { user_id, item_id, slot_id }))
  return { names: users.map(({ full_name }) => full_name), items, digests: digests.sort() }
}

async function digestOf(
  call: Call,
  params: { readonly user_id: string; readonly item_id: string; readonly slot_id: string },
): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; ;) {
    const part = await call(slotFilePart, { params, query: { start, bytes: MAX_PART_BYTES } })
    hash.update(part.data)
    start += part.data.length
    if (start >= part.byte_size) return hash.digest('hex')
  }
}
