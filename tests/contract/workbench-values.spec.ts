// Proves docs/contract/window.md, Everywhere: search.

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import type { SlotTypeName } from '../../shared/contract/slots.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { describeRows } from '../support/tiers.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { itemCreate, itemRows, itemSave, itemsFound, itemValuesClose, userSignOut } = workbenchOperations
const { connectionRows, invitationAccept, invitationCreate, shareCreate, shareOpen, shareRows } = workbenchOperations

describeRows('search in values %s', [['in process'], ['over HTTP']], (transport) => {
  let workbench: TestWorkbench
  let call: Call
  let user: { readonly user_id: string }
  let count = 0

  beforeAll(async () => {
    workbench = await openWorkbench()
    const { url, ui } = workbench.application
    call = transport === 'in process' ? workbench.call : (await windowOverHttp(url, ui)).call
  })

  beforeEach(async () => {
    user = await register()
  })

  afterAll(() => stopWorkbench(workbench))

  async function register(): Promise<typeof user> {
    return { user_id: (await registerUser({ call }, `Ada ${(count += 1)}`)).user.id }
  }

  function anItem(label: string, value: string, slot_type_name: SlotTypeName = 'note_text') {
    return call(itemCreate, { params: user, body: { label, slots: [{ label: 'Words', slot_type_name, value }] } })
  }

  /** Labels of what the list and the palette find, once all values were looked through. */
  async function found(text: string, whose = user): Promise<readonly string[]> {
    const query = { text, values: 'true' } as const
    return vi.waitFor(async () => {
      const [inList, inPalette] = await Promise.all([
        call(itemRows, { params: whose, query }),
        call(itemsFound, { params: whose, query }),
      ])
      expect([inList.complete, inPalette.complete]).toEqual([true, true])
      const labels = inList.rows.map(({ label }) => label)
      expect(inPalette.rows.map(({ label }) => label)).toEqual(labels)
      return labels
    })
  }

  it('finds an item by the words of a value, together with words of its name, where that is asked for', async () => {
    await anItem('Boat', 'The key hangs behind the Étagère')
    await anItem('Behind the desk', 'nothing')

    expect(await found('etagere')).toEqual(['Boat'])
    expect(await found('boat KEY')).toEqual(['Boat'])
    expect(await found('behind')).toEqual(['Behind the desk', 'Boat'])
    expect(await found('boat nothing')).toEqual([])
    expect((await call(itemRows, { params: user, query: { text: 'etagere' } })).rows).toEqual([])
    expect((await call(itemsFound, { params: user, query: { text: 'etagere' } })).rows).toEqual([])
  })

  it('says which items fit by their values alone', async () => {
    const { item } = await anItem('Boat', 'The key hangs behind the door')
    await anItem('Behind the desk', 'nothing')
    await found('behind')

    const { rows } = await call(itemRows, { params: user, query: { text: 'behind', values: 'true' } })

    expect(rows).toHaveLength(2)
    expect(rows.filter((row) => row.found_by_value).map(({ id }) => id)).toEqual([item.id])
  })

  it('never finds passwords', async () => {
    await anItem('Boat', 'correct horse', 'password')
    await anItem('Stable', 'a horse')

    expect(await found('horse')).toEqual(['Stable'])
  })

  it('follows a value that changes', async () => {
    const { item, slots } = await anItem('Boat', 'behind the door')
    expect(await found('door')).toEqual(['Boat'])

    await call(itemSave, {
      params: { ...user, item_id: item.id },
      body: { slots: [{ id: slots[0]?.id ?? '', value: 'below the stairs' }] },
    })

    await vi.waitFor(async () => expect(await found('stairs')).toEqual(['Boat']))
    expect(await found('door')).toEqual([])
  })

  it('finds a received value once its share was opened, and no value of another user', async () => {
    const { item } = await anItem('Boat', 'behind the door')
    const bob = await register()
    const { link } = await call(invitationCreate, { params: user, body: { name: 'Bob' } })
    await call(invitationAccept, { params: bob, body: { link, name: 'Ada' } })
    expect(await found('door', bob)).toEqual([])
    const [connection] = (await call(connectionRows, { params: user })).rows
    const recipient_ids = [connection?.user_id ?? '']
    await call(shareCreate, { params: user, body: { items: [{ item_id: item.id }], recipient_ids } })
    const { rows } = await call(shareRows, { params: bob, query: { direction: 'incoming' } })

    await call(shareOpen, { params: { ...bob, share_id: rows[0]?.share_id ?? '' } })

    await vi.waitFor(async () => expect(await found('door', bob)).toEqual(['Boat']))
  })

  it('goes on after it was closed, and ends with the keys', async () => {
    await anItem('Boat', 'behind the door')
    expect(await found('door')).toEqual(['Boat'])

    await call(itemValuesClose, { params: user })
    expect(await found('door')).toEqual(['Boat'])
    await call(userSignOut, { params: user })

    await expect(call(itemRows, { params: user, query: { text: 'door', values: 'true' } })).rejects.toThrow(
      refusal('user_locked'),
    )
    await expect(call(itemValuesClose, { params: user })).rejects.toThrow(refusal('user_locked'))
  })
})
