// Proves docs/contract/exchange.md, Requests.

// @module-tag full

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { aDefinition } from '../support/exchange/definitions.ts'
import { startWorkbench, stopWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'

const { definitionOpen, definitionSave } = workbenchOperations

/** What Node tells of each thread that is started. */
let threads: { readonly worker: Worker }[] = []
const note = (message: unknown) => threads.push(message as { readonly worker: Worker })

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

it('a workspace that is closed while its thread starts › is closed when the thread has ended', async () => {
  const running = await startWorkbench(temporaryDirectory(), { open: 'default', warmUp: true })
  const { worker } = await vi.waitFor(() => threads[0] ?? expect.fail('no thread yet'), { interval: 5 })
  let hasEnded = false
  worker.once('exit', () => (hasEnded = true))

  await stopWorkbench(running)

  expect(hasEnded).toBe(true)
})

it('a workspace that is closed at once › closes all the same', async () => {
  const running = await startWorkbench(temporaryDirectory(), { open: 'default', warmUp: true })
  await stopWorkbench(running)

  expect(threads.length).toBeLessThanOrEqual(1)
})

it(
  'a long definition that is stored › is checked on a thread again when the window opens it',
  { tags: ['full'] },
  async () => {
    const first = await startWorkbench(temporaryDirectory(), { open: 'default' })
    const body = { definition: { ...aDefinition({ extra: 'x'.repeat(10_000) }) }, previous_id: null }
    const saved = await first.call(definitionSave, { body })
    await first.application.close()
    threads = []
    const second = await startWorkbench(first.directory, { open: 'default' })

    const opened = await second.call(definitionOpen, { params: { definition_id: saved.definition.id } })

    expect(opened).toEqual({
      ...saved,
      warnings: [{ path: '/extra', code: 'ignored_member', message: 'has no effect' }],
    })
    expect(threads).toHaveLength(1)
    await stopWorkbench(second)
  },
)
