import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../shared/contract/caller.ts'
import { useLoaded } from './use-loaded.ts'

describe('useLoaded', () => {
  it('keeps the last value while it is read again, and when that fails', async () => {
    const read = vi.fn<() => Promise<string>>().mockResolvedValueOnce('first')
    const { value, failure, busy, reload } = useLoaded(read)
    const reading = reload()
    expect(busy.value).toBe(true)
    await reading
    expect([value.value, busy.value]).toEqual(['first', false])
    read.mockRejectedValueOnce(new CallError('x', 500, []))
    await reload()
    expect(value.value).toBe('first')
    expect(failure.value).toMatchObject({ status: 500 })
    read.mockResolvedValueOnce('second')
    await reload()
    expect([value.value, failure.value]).toEqual(['second', undefined])
  })

  it('drops an answer that was overtaken, or that comes after the value was dropped', async () => {
    const answers: ((value: string) => void)[] = []
    const { value, reload, drop } = useLoaded(() => new Promise<string>((resolve) => answers.push(resolve)))
    const [slow, quick] = [reload(), reload()]
    answers[1]?.('quick')
    await quick
    answers[0]?.('slow')
    await slow
    expect(value.value).toBe('quick')
    const late = reload()
    drop()
    answers[2]?.('late')
    await late
    expect(value.value).toBeUndefined()
  })

  it('does not hide a bug', async () => {
    const { reload } = useLoaded(() => Promise.reject(new RangeError('a bug')))
    await expect(reload()).rejects.toThrow('a bug')
  })
})
