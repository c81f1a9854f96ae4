// Proves docs/contract/window.md, Inspector.

import { createPinia, setActivePinia } from 'pinia'
import { effectScope, nextTick, ref } from 'vue'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import { aStatus, aWorkspace } from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { aCall } from './testing/a-call.ts'
import { useCallDetail } from './use-call-detail.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/call.ts', () => ({ callUntil: () => call }))

const settle = () => new Promise((resolve) => setTimeout(resolve))
const open = (number: ReturnType<typeof ref<number>>) => {
  const detail = effectScope().run(() => useCallDetail(number))
  if (detail === undefined) throw new Error('no scope')
  return detail
}

describe('useCallDetail', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
    call.mockReset()
  })

  it('reads the chosen call and keeps it until the next one is there', async () => {
    const number = ref<number>()
    call.mockResolvedValueOnce({ call: aCall(7) })
    const { detail } = open(number)
    expect(call).not.toHaveBeenCalled()
    number.value = 7
    await settle()
    expect(detail.value?.number).toBe(7)
    let answer: (reply: unknown) => void = () => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    number.value = 8
    await nextTick()
    expect(detail.value?.number).toBe(7)
    answer({ call: aCall(8) })
    await settle()
    expect(detail.value?.number).toBe(8)
    number.value = undefined
    await nextTick()
    expect(detail.value).toBeUndefined()
  })

  it('drops an answer that comes too late', async () => {
    let answerFirst: (reply: unknown) => void = () => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)))
    call.mockResolvedValueOnce({ call: aCall(2) })
    const number = ref<number | undefined>(1)
    const { detail } = open(number)
    number.value = 2
    await settle()
    answerFirst({ call: aCall(1) })
    await settle()
    expect(detail.value?.number).toBe(2)
  })

  it('forgets the call with the workspace it was made in, also when it is on its way', async () => {
    const store = useWorkbenchStore()
    store.setStatus(aStatus('open'))
    const number = ref<number | undefined>(1)
    call.mockResolvedValueOnce({ call: aCall(1) })
    const { detail } = open(number)
    await settle()
    let answer: (reply: unknown) => void = () => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    number.value = 2
    await nextTick()
    expect(detail.value?.number).toBe(1)

    store.setStatus(aStatus('open', aWorkspace({ id: 'w2' })))
    expect(detail.value).toBeUndefined()
    answer({ call: aCall(2) })
    await settle()

    expect(detail.value).toBeUndefined()
  })

  it('says when a call is not kept any more', async () => {
    call.mockRejectedValueOnce(new CallError('workbench.callGet', 404, []))
    const { detail, failure } = open(ref<number | undefined>(1))
    await settle()
    expect(detail.value).toBeUndefined()
    expect(failure.value).toMatchObject({ status: 404 })
  })
})
