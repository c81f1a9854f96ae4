// Proves docs/contract/vault.md, Errors, Items: changing, Slots, Events: names.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aDuplicate, aFolder, eventsOf } from '../support/service/item-rows.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, slotNamed } from '../support/service/vault-calls.ts'

describeOverTransports('vault slots', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  it('GET /slots/{id} › answers the slot as its item shows it', async () => {
    const { slots } = await ada.createItem({
      label: 'Car',
      slots_attributes: [{ label: 'A', classification_nodes_attributes: [{ name: 'x', scheme: 'tag' }] }],
    })

    const slot = slotNamed(slots, 'a')
    expect(slot.classification_node_ids).toHaveLength(1)
    expect(await ada.getSlot(slot.id)).toEqual(slot)
  })

  it('DELETE /slots/{id} › deletes only that slot, changes the time of the item and reports it', async () => {
    const { item, slots } = await ada.createItem({ label: 'Car', slots_attributes: [{ label: 'A' }, { label: 'B' }] })
    running.clock.advanceMs(1000)
    const gone = slotNamed(slots, 'a')

    await ada.ok(204, 'slotsIdDelete', { params: { id: gone.id } })

    const after = await ada.getItem(item.id)
    expect(after.slots).toEqual([slotNamed(slots, 'b')])
    expect(after.item.updated_at).toBe('2026-01-01T00:00:01.000Z')
    expect(await ada.refusal('slotsIdGet', { params: { id: gone.id } })).toMatchObject([{ error: 'not_found' }])
    expect(eventsOf(running, user.userId).at(-1)).toMatchObject({
      name: 'slot.deleted',
      eventable_type: 'Slot',
      eventable_id: gone.id,
      event_type: 'delete',
      parent_id: null,
      value: { item_id: item.id, slot_id: gone.id, slot_label: 'A' },
    })
  })

  it('GET and DELETE › answer 404 to somebody else, for nothing, and for a slot of a template', async () => {
    const { slots } = await ada.createItem({ label: 'Car', slots_attributes: [{ label: 'A' }] })
    const stranger = callsOf(running, aSignedInUser(running))
    const templateSlot = (await ada.template('vehicle')).slots[0]
    const before = databaseContent(running.connection)

    for (const name of ['slotsIdGet', 'slotsIdDelete']) {
      expect(await stranger.refusal(name, { params: { id: slots[0]?.id } })).toMatchObject([{ error: 'not_found' }])
      for (const id of [UNKNOWN_ID, 'x', templateSlot?.id]) {
        expect(await ada.refusal(name, { params: { id } })).toMatchObject([{ error: 'not_found', http_code: 404 }])
      }
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /slots/{id} › refuses a slot of a duplicate, which can be read', async () => {
    const { slotId } = aDuplicate(running, user.userId, aSignedInUser(running).userId)
    const before = databaseContent(running.connection)

    expect(await ada.getSlot(slotId)).toMatchObject({ own: false, name: 'pin' })
    expect(await ada.refusal('slotsIdDelete', { params: { id: slotId } })).toMatchObject([
      { error: 'not_item_owner', http_code: 403 },
    ])
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('GET /slots/{slot_id}/attachments_folder › answers the folder, or 404', async () => {
    const folder = aFolder(running, user.userId)
    const { slots } = await ada.createItem({
      label: 'Car',
      slots_attributes: [
        { label: 'A', attachments_folder_id: folder },
        { label: 'B', attachments_folder_id: folder },
        { label: 'C' },
      ],
    })
    const paramsOf = (name: string) => ({ params: { slot_id: slotNamed(slots, name).id } })
    const stranger = callsOf(running, aSignedInUser(running))

    expect(await ada.ok(200, 'slotsIdAttachmentsFolderGet', paramsOf('a'))).toEqual({
      attachments_folder: {
        id: folder,
        name: `folder-${folder}`,
        slots_count: 2,
        token: expect.stringMatching(/^sp=rw&se=\d+&su=[0-9a-f-]{36}&sig=[0-9a-f]{64}$/) as string,
        storage: 'local',
        resource_name: `folder-${folder}`,
        resource_type: 'folder',
        resource_urls: [expect.stringMatching(new RegExp(`/blob-store/folders/folder-${folder}$`)) as string],
      },
    })
    expect(await ada.refusal('slotsIdAttachmentsFolderGet', paramsOf('c'))).toMatchObject([{ error: 'not_found' }])
    expect(await stranger.refusal('slotsIdAttachmentsFolderGet', paramsOf('a'))).toMatchObject([{ error: 'not_found' }])
  })
})
