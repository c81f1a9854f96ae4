// Proves docs/contract/vault.md, Files, Shares: on-sharing, Time.

import { beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { filesOf } from '../support/service/files.ts'
import { connect, sealed, sharingCallsOf } from '../support/people/sharing.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

describeOverTransports('attachments of shared items', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  let eve: SignedInUser
  let item: ItemReply
  let attachmentId: string

  beforeEach(async () => {
    running = await start()
    ;[ada, bob, eve] = [1, 2, 3].map(() => aSignedInUser(running, { validForSeconds: 9e6 })) as [
      SignedInUser,
      SignedInUser,
      SignedInUser,
    ]
    connect(running, ada, bob)
    connect(running, bob, eve)
    const { id } = await filesOf(running, ada).attach(Buffer.from('sealed'))
    attachmentId = id
    const slot = { label: 'Contract', slot_type_name: 'attachment', attachment_id: id, encrypted_value: sealed('key') }
    item = await people(ada).createItem({ label: 'Car', slots_attributes: [slot] })
  })

  const people = (user: SignedInUser) => sharingCallsOf(running, user)
  /** The file as somebody finds it by the id in a slot; else the code of the refusal. */
  async function read(user: SignedInUser): Promise<string | undefined> {
    const reply = await people(user).send('attachmentsIdGet', { params: { id: attachmentId } })
    if (!reply.ok) return reply.body.errors[0]?.error
    const { url } = (reply.body as { readonly attachment: { readonly url: string } }).attachment
    return (await filesOf(running, user).fetchFile(url)).bytes.toString()
  }

  it('a file › travels with its slot under its own id, and is passed on with it; strangers find nothing', async () => {
    const share = await people(ada).share(item, bob, { sharing_mode: 'anyone' })
    const copy = await people(bob).opened(share.id)
    expect(copy.slots[0]?.attachment_id).toBe(attachmentId)
    expect(copy.attachments.map(({ id }) => id)).toEqual([attachmentId])
    expect([await read(bob), await read(eve)]).toEqual(['sealed', 'not_found'])

    const passedOn = await people(bob).share(await people(bob).getItem(copy.item.id), eve)

    expect((await people(eve).opened(passedOn.id)).slots[0]?.attachment_id).toBe(attachmentId)
    expect(await read(eve)).toBe('sealed')
    const [error] = await people(bob).refusal('attachmentsIdDelete', { params: { id: attachmentId } })
    expect(error?.error).toBe('forbidden')
  })

  it('a share that waits or ended › gives no file', async () => {
    const share = await people(ada).share(item, bob, { acceptance_required: 'acceptance_required' })
    expect(await read(bob)).toBe('not_found')
    await people(bob).ok(200, 'incomingSharesIdAcceptPut', { params: { id: share.id } })
    expect(await read(bob)).toBe('sealed')
    const { url } = await filesOf(running, bob).read(attachmentId)

    await people(ada).ok(204, 'sharesIdDelete', { params: { id: share.id } })

    expect(await read(bob)).toBe('not_found')
    expect(await filesOf(running, bob).fetchFile(url)).toMatchObject({ status: 404 })
  })

  it("when the owner's last slot goes › recipients lose the file at once, the owner after seven days", async () => {
    await people(ada).share(item, bob)
    expect(await read(bob)).toBe('sealed')

    await people(ada).ok(204, 'slotsIdDelete', { params: { id: item.slots[0]?.id } })

    expect([await read(bob), await read(ada)]).toEqual(['not_found', 'sealed'])
    running.clock.advanceMs(WEEK_MS)
    believeClock(running)
    expect(await read(ada)).toBe('not_found')
  })

  it('a recipient › cannot link the file of somebody else to an own item', async () => {
    await people(ada).share(item, bob)
    const slots_attributes = [{ label: 'Mine', slot_type_name: 'attachment', attachment_id: attachmentId }]
    const [error] = await people(bob).refusal('itemsPost', {
      body: { template_name: 'custom', item: { label: 'Mine', slots_attributes } },
    })
    expect(error?.error).toBe('attachment_not_found')
  })
})
