import { expect } from 'vitest'
import type { ErrorEntry } from '../../../shared/contract/errors.ts'
import type { Item, ItemReply } from '../../../shared/contract/items.ts'
import type { ItemTemplate } from '../../../shared/contract/item-templates.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { Caller } from './builders.ts'
import type { TestService } from './test-service.ts'
import type { OPERATOR } from './vault-accounts.ts'

/** Cipher text as a client would send it: the service checks only its shape. */
export const CIPHER_TEXT = 'Aes256Gcm.c2VhbGVk.QWFydGlmYWN0cw=='
export const OTHER_CIPHER_TEXT = 'pdv1.xc.slot.AAAAAAAAAAA.c2VhbGVk'

type Parts = Pick<Parameters<TestService['send']>[0], 'params' | 'query' | 'body'>

/** Calls of one signed-in user to the vault, or of whoever sends these headers. */
export function callsOf(
  service: Pick<TestService, 'send'>,
  user: { readonly headers: Caller['headers'] | typeof OPERATOR },
) {
  const send = (name: string, parts: Parts = {}) =>
    service.send({ operation: `vault.${name}`, headers: user.headers, ...parts })

  return { send, ok, refusal, createItem, updateItem, getItem, deleteItem, item, getSlot, listItems, template }

  /** The body of an answer that must succeed with this status. */
  async function ok<Body>(status: number, name: string, parts?: Parts): Promise<Body> {
    const reply = await send(name, parts)
    expect(reply.ok ? '' : reply.body.errors.map(({ message }) => message)).toEqual('')
    expect(reply.status).toBe(status)
    return reply.body as Body
  }

  /** The errors of an answer that must fail. */
  async function refusal(name: string, parts?: Parts): Promise<readonly ErrorEntry[]> {
    const reply = await send(name, parts)
    if (reply.ok) throw new Error(`${name} answered ${reply.status} although it should be refused`)
    expect(reply.status).toBe(reply.body.errors[0]?.http_code)
    return reply.body.errors
  }

  function createItem(item: object, templateName = 'custom'): Promise<ItemReply> {
    return ok(201, 'itemsPost', { body: { template_name: templateName, item } })
  }
  function updateItem(id: string, item: object): Promise<ItemReply> {
    return ok(200, 'itemsIdPut', { params: { id }, body: { item } })
  }
  function getItem(id: string): Promise<ItemReply> {
    return ok(200, 'itemsIdGet', { params: { id } })
  }
  function deleteItem(id: string): Promise<undefined> {
    return ok(204, 'itemsIdDelete', { params: { id } })
  }
  async function item(label: string): Promise<Item> {
    return (await createItem({ label })).item
  }
  async function getSlot(id: string): Promise<Slot> {
    return (await ok<{ slot: Slot }>(200, 'slotsIdGet', { params: { id } })).slot
  }
  function listItems(query: object = {}): Promise<ItemsPage> {
    return ok(200, 'itemsGet', { query })
  }
  async function template(name: string): Promise<{ template: ItemTemplate; slots: Slot[] }> {
    const { item_templates, slots } = await ok<{ item_templates: ItemTemplate[]; slots: Slot[] }>(
      200,
      'itemTemplatesGet',
    )
    const found = item_templates.find((candidate) => candidate.name === name)
    if (found === undefined) throw new Error(`there is no template ${name}`)
    return { template: found, slots: slots.filter((slot) => found.slot_ids.includes(slot.id)) }
  }
}

export type ItemsPage = Omit<ItemReply, 'item'> & {
  readonly items: readonly Item[]
  readonly next_page_after: string | null
  readonly meta: readonly { readonly next_page_exists: boolean; readonly per_page: number; readonly order: string }[]
}

/** The slot of that name, which must be there once. */
export function slotNamed(slots: readonly Slot[], name: string): Slot {
  const [slot, ...others] = slots.filter((candidate) => candidate.name === name)
  if (slot === undefined || others.length > 0) throw new Error(`expected one slot ${name}, found ${others.length + 1}`)
  return slot
}
