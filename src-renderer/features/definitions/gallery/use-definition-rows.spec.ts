// Proves docs/contract/window.md, Definitions.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { WorkbenchEvent, WorkbenchStatus } from '../../../../shared/contract/workbench.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'
import { mountUi, settle } from '../../../ui/testing/mount-ui.ts'
import { useDefinitionRows } from './use-definition-rows.ts'

const { call, listeners } = vi.hoisted(() => ({
  call: vi.fn(),
  listeners: new Set<(event: WorkbenchEvent) => void>(),
}))
vi.mock('../../../api/call.ts', () => ({ call }))
vi.mock('../../../session/use-workbench.ts', () => ({
  onWorkbenchEvent: (listener: (event: WorkbenchEvent) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

const row = (id: string) => ({ id, name: id, purpose: null, previous_id: null, inputs: 1, groups: [], requests: 0 })
const push = (event: WorkbenchEvent) => listeners.forEach((listener) => listener(event))
const statusOf = (state: WorkbenchStatus['state']) => ({ state, current: null }) as unknown as WorkbenchStatus
let stored: readonly string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  stored = ['one']
  call.mockReset()
  call.mockImplementation(() => ({ rows: stored.map(row), matching: stored.length, total: stored.length }))
})

afterEach(() => void vi.useRealTimers())

type DefinitionRows = ReturnType<typeof useDefinitionRows>

async function mountRows(): Promise<{ rows: DefinitionRows; store: ReturnType<typeof useWorkbenchStore> }> {
  let rows: DefinitionRows | undefined
  mountUi(
    () => h('div'),
    () => {
      useWorkbenchStore().setStatus(statusOf('open'))
      rows = useDefinitionRows()
    },
  )
  await pass()
  if (rows === undefined) throw new Error('no rows')
  return { rows, store: useWorkbenchStore() }
}

async function pass(): Promise<void> {
  await vi.advanceTimersByTimeAsync(200)
  await settle()
}

describe('definition rows', () => {
  it('read the newest again when one was made, once for a burst', async () => {
    const { rows } = await mountRows()
    stored = ['two', 'one']

    push({ type: 'exchange', part: 'definitions' })
    push({ type: 'verifier-request', request_id: 'r' })
    await pass()

    expect(rows.at(0)?.id).toBe('two')
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('stay as they are when something else of the exchange changed', async () => {
    await mountRows()

    push({ type: 'exchange', part: 'trust' })
    await pass()

    expect(call).toHaveBeenCalledOnce()
  })

  it('ask for what is typed, best first', async () => {
    const { rows } = await mountRows()

    rows.text.value = ' car '
    await pass()

    expect(call.mock.calls.at(-1)?.[1]).toEqual({ query: { made_by: 'people', offset: 0, limit: 100, text: 'car' } })
  })

  it('are gone in the moment of locking', async () => {
    const { rows, store } = await mountRows()

    store.setStatus(statusOf('locked'))

    expect(rows.loaded.value).toBeUndefined()
    expect(rows.count.value).toBe(0)
  })
})
