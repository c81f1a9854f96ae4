// Proves docs/contract/window.md, Folders.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import SlotFolder from './SlotFolder.vue'
import { mountPart } from './testing/mount-part.ts'

const LETTER = { id: 'f1', filename: 'letter.txt', content_type: 'text/plain', size: 25, problem: null }
const page = (): string => document.body.textContent

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('slotFolderFiles', () => ({ files: [LETTER] }))
})

const mountFolder = (ownId?: string) =>
  mountPart(() => h(SlotFolder, { actor: 'alice', itemId: 'i1', slotId: 's1', ownId }))

it('lists the files of the folder that the slot links, and leads to an own folder only', async () => {
  await mountFolder()
  await vi.waitFor(() => expect(page()).toContain('letter.txt'))
  expect(askedFor('slotFolderFiles')).toMatchObject([{ params: { user_id: 'alice', item_id: 'i1', slot_id: 's1' } }])
  expect(() => byRole('link', text('files.show'))).toThrow()

  await mountFolder('folder-1')
  await vi.waitFor(() => expect(byRole('link', text('files.show'))).toBeDefined())
})

it('says that it is empty, and what is refused', async () => {
  answer('slotFolderFiles', () => ({ files: [] }))
  await mountFolder()
  await vi.waitFor(() => expect(page()).toContain(text('files.emptyFolder')))

  answer('slotFolderFiles', () => {
    throw refusal('not_found', 404, 'This slot is gone.')
  })
  await mountFolder()
  await vi.waitFor(() => expect(page()).toContain('This slot is gone.'))
})
