// Proves docs/contract/vault.md, Items: changing, Slots: what a slot holds, Files, Files: folders, Shares: updating, Shares: re-encrypting, Bodies.

import { beforeEach, expect, it } from 'vitest'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { filesOf } from '../support/service/files.ts'
import { aDelegation, asDelegate } from '../support/people/delegations.ts'
import { connect, DEK, onwardValues, ownerValues, sealed, sharingCallsOf } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/* Once a slot has a file or a folder, no call takes it away or puts another one in its place. */

describeOverTransports('the file and the folder of a slot', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  let item: ItemReply
  let copy: ItemReply
  let shareId: string
  let other: { readonly attachment: string; readonly folder: string }

  async function startAs(settings?: Parameters<typeof start>[0]) {
    running = await start(settings)
    ;[ada, bob] = [aSignedInUser(running), aSignedInUser(running)]
    connect(running, ada, bob)
    const kept = { attachment: await anAttachment(), folder: await aFolder() }
    other = { attachment: await anAttachment(), folder: await aFolder() }
    const value = { encrypted_value: sealed('key') }
    item = await calls(ada).createItem({
      label: 'Car',
      slots_attributes: [
        { label: 'Scan', slot_type_name: 'attachment', attachment_id: kept.attachment, ...value },
        { label: 'Papers', slot_type_name: 'attachments_folder', attachments_folder_id: kept.folder, ...value },
      ],
    })
    const share = await calls(ada).share(item, bob, { sharing_mode: 'anyone' })
    shareId = share.id
    copy = await calls(bob).opened(shareId)
  }
  beforeEach(() => startAs())

  const calls = (user: Caller) => sharingCallsOf(running, user)
  const anAttachment = async () => (await filesOf(running, ada).attach(Buffer.from('sealed'))).id
  const aFolder = async () =>
    (await calls(ada).ok<{ attachments_folder: AttachmentsFolder }>(201, 'attachmentsFoldersPost')).attachments_folder
      .id
  const slotOf = ({ slots }: ItemReply, name: string) => slots.find((slot) => slot.name === name)?.id ?? ''

  /** What each way of naming a file or a folder sends: nothing, or another one of the owner. */
  const wanted = (): [name: 'scan' | 'papers', fields: object, code: string][] => [
    ['scan', { attachment_id: null }, 'attachment_change_not_permitted'],
    ['scan', { attachment_id: other.attachment }, 'attachment_change_not_permitted'],
    ['scan', { attachment_attributes: { id: other.attachment } }, 'attachment_change_not_permitted'],
    ['papers', { attachments_folder_id: null }, 'attachments_folder_change_not_permitted'],
    ['papers', { attachments_folder_id: other.folder }, 'attachments_folder_change_not_permitted'],
    ['scan', { attachments_folder_id: other.folder }, 'attachment_change_not_permitted'],
    ['scan', { attachment_id: null, attachments_folder_id: other.folder }, 'attachment_change_not_permitted'],
    ['papers', { attachment_id: other.attachment }, 'attachments_folder_change_not_permitted'],
    ['papers', { attachment_attributes: { id: other.attachment } }, 'attachments_folder_change_not_permitted'],
  ]
  const referencesOf = async () =>
    JSON.stringify(
      [await calls(ada).getItem(item.item.id), await calls(bob).getItem(copy.item.id)].map(({ slots }) =>
        slots.map(({ name, attachment_id, attachments_folder_id }) => [name, attachment_id, attachments_folder_id]),
      ),
    )

  /** Each way is refused, and changes nothing at all. */
  async function refusesAll(user: Caller, ofItem: ItemReply, entryOf: (name: string) => object, code?: string) {
    for (const [name, fields, usual] of wanted()) {
      const before = databaseContent(running.connection)
      const body = { item: { slots_attributes: [{ ...entryOf(name), ...fields }] } }
      const [error] = await calls(user).refusal('itemsIdPut', { params: { id: ofItem.item.id }, body })
      expect([fields, error?.error]).toEqual([fields, code ?? usual])
      expect(databaseContent(running.connection)).toBe(before)
    }
  }

  it('stay › when the owner names the slot by its id', async () => {
    await refusesAll(ada, item, (name) => ({ id: slotOf(item, name) }))
  })

  it('stay › when a client names the slot by its name, where slots are matched so', async () => {
    await running.close()
    await startAs({ matchSlotsByName: true })

    await refusesAll(ada, item, (name) => ({ name }))
    await refusesAll(ada, item, (name) => ({ label: name === 'scan' ? 'Scan' : 'Papers' }))
  })

  it('stay › when a slot of the same name is sent without id: that is a new slot', async () => {
    const changed = await calls(ada).updateItem(item.item.id, {
      slots_attributes: [{ name: 'scan', slot_type_name: 'attachment', attachment_id: other.attachment }],
    })

    expect(changed.slots.find(({ id }) => id === slotOf(item, 'scan'))).toEqual(item.slots[0])
    expect(changed.slots.map(({ attachment_id }) => attachment_id)).toContain(other.attachment)
  })

  it('stay › when a delegate sends it', async () => {
    const delegate = aSignedInUser(running)
    await aDelegation(running, ada, delegate, 'admin')

    await refusesAll(asDelegate(delegate, ada), item, (name) => ({ id: slotOf(item, name) }))
  })

  it("stay › in a recipient's copy, which the recipient cannot change", async () => {
    await refusesAll(bob, copy, (name) => ({ id: slotOf(copy, name) }), 'not_item_owner')
    await refusesAll(bob, copy, (name) => ({ name }), 'not_item_owner')
    await refusesAll(bob, item, (name) => ({ id: slotOf(item, name) }), 'not_found')
  })

  it.each([
    ['the values of a share', 'itemsIdSharesPut'],
    ['the values of a copy under the own key', 'itemsIdEncryptPost'],
    ['a share that is passed on', 'itemsIdSharesPost'],
  ] as const)('stay › when they are named with %s, where they mean nothing', async (_, operation) => {
    const before = await referencesOf()
    const cleo = aSignedInUser(running)
    connect(running, bob, cleo)

    for (const [, fields] of wanted()) {
      if (operation === 'itemsIdSharesPut') {
        const slot_values = ownerValues(item.slots).map((value) => ({ share_id: shareId, ...value, ...fields }))
        const body = { share_deks: [{ share_id: shareId, dek: DEK }], slot_values }
        await calls(ada).ok(200, operation, { params: { id: item.item.id }, body })
      } else if (operation === 'itemsIdEncryptPost') {
        const values = copy.slots.map(({ id }) => ({ id, encrypted_value: sealed('own'), ...fields }))
        await calls(bob).ok(200, operation, { params: { id: copy.item.id }, body: { slots: values } })
      } else {
        const slot_values = onwardValues(copy.slots).map((value) => ({ ...value, ...fields }))
        const { id } = await calls(bob).share(copy, cleo, { slot_values })
        const passedOn = await calls(cleo).opened(id)
        expect(passedOn.slots.map(({ attachment_id }) => attachment_id)).toEqual(
          copy.slots.map(({ attachment_id }) => attachment_id),
        )
        await calls(bob).end(id)
      }
    }

    expect(await referencesOf()).toBe(before)
  })

  it('exclude each other › in a slot that is new or comes from a template, with one code for the second', async () => {
    const both = { attachment_id: other.attachment, attachments_folder_id: other.folder }
    const nested = { ...both, attachment_id: undefined, attachment_attributes: { id: other.attachment } }
    for (const fields of [both, nested]) {
      const before = databaseContent(running.connection)
      for (const [template_name, entry] of [
        ['custom', { label: 'Two' }],
        ['vehicle', { label: 'Document' }],
        ['vehicle', { name: 'document' }],
      ] as const) {
        const made = { label: 'New', slots_attributes: [{ ...entry, ...fields }] }
        const [refused] = await calls(ada).refusal('itemsPost', { body: { template_name, item: made } })
        expect(refused?.error).toBe('slot_attribute_not_permitted')
      }
      const changed = { item: { slots_attributes: [{ label: 'Two', ...fields }] } }
      const [refused] = await calls(ada).refusal('itemsIdPut', { params: { id: item.item.id }, body: changed })
      expect(refused).toMatchObject({
        error: 'slot_attribute_not_permitted',
        extra_info: { parameter: 'item.slots_attributes[0].attachments_folder_id' },
      })
      expect(databaseContent(running.connection)).toBe(before)
    }
  })

  it.each([
    ['an attachment', 'attachment_id', () => other.attachment],
    ['a folder', 'attachments_folder_id', () => other.folder],
  ] as const)('take the place of a value › %s, with the key that is there or comes along', async (_, key, id) => {
    const kept = sealed('the key of the file')
    for (const encrypted_value of [null, kept, undefined]) {
      const slots_attributes = [{ label: 'PIN', encrypted_value: kept }]
      const made = await calls(ada).createItem({ label: 'Card', slots_attributes })
      const slot = { id: made.slots[0]?.id, [key]: id() }
      const after = await calls(ada).updateItem(made.item.id, { slots_attributes: [{ ...slot, encrypted_value }] })
      expect(after.slots).toMatchObject([
        { [key]: id(), encrypted_value: encrypted_value === undefined ? kept : encrypted_value },
      ])
    }
  })

  it('go › with the whole slot or the whole item', async () => {
    await calls(ada).updateItem(item.item.id, { slots_attributes: [{ id: slotOf(item, 'scan'), _destroy: true }] })
    await calls(ada).ok(204, 'slotsIdDelete', { params: { id: slotOf(item, 'papers') } })

    expect((await calls(ada).getItem(item.item.id)).slots).toEqual([])
    await calls(ada).deleteItem(item.item.id)
  })
})
