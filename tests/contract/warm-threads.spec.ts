import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startWorkbench, stopWorkbench, temporaryDirectory } from '../support/workbench.ts'

let threads: unknown[] = []
const note = (message: unknown) => threads.push(message)

beforeEach(() => {
  threads = []
  subscribe('worker_threads', note)
})
afterEach(() => {
  unsubscribe('worker_threads', note)
})

it('a workspace that is opened › starts the thread of verifications, and no second one', async () => {
  const running = await startWorkbench(temporaryDirectory(), { open: 'default', warmUp: true })

  await vi.waitFor(() => expect(threads).toHaveLength(1))
  await stopWorkbench(running)
  expect(threads).toHaveLength(1)
})

it('a workspace that is closed at once › closes all the same', async () => {
  const running = await startWorkbench(temporaryDirectory(), { open: 'default', warmUp: true })
  await stopWorkbench(running)

  expect(threads.length).toBeLessThanOrEqual(1)
})
