// Proves docs/contract/window.md, Everywhere: undo.

import { beforeEach, expect, it, vi } from 'vitest'
import { text as message } from '../i18n/i18n.ts'
import { aStatus, answer, resetBridge } from '../session/testing/fake-bridge.ts'
import { emptyRoute, mountSetupIn } from '../session/testing/mount-window.ts'
import { useToasts } from '../ui/toasts.ts'
import { useRecordTools } from './use-record-tools.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  writeText.mockReset()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})

it('says what was copied, and leads to what it is of', async () => {
  const place = { name: 'things', params: { id: 't1' } }
  const { result: tools } = await mountSetupIn([emptyRoute('things', '/things/:id')], () =>
    useRecordTools(() => ({ id: 't1', place, json: () => Promise.resolve({}) })),
  )

  await tools.copyId()
  await tools.copyLink()

  expect(writeText.mock.calls.map(([text]) => text)).toEqual(['t1', expect.stringMatching(/\/things\/t1$/u)])
  expect(useToasts().toasts).toMatchObject([
    { text: message('ui.copiedId'), link: place },
    { text: message('ui.copiedLink'), link: place },
  ])
})
