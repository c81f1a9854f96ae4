// Proves docs/contract/window.md, Everywhere: exports.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { CallError } from '../../../shared/contract/caller.ts'
import { useToasts } from '../../ui/toasts.ts'
import { mountUi } from '../../ui/testing/mount-ui.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ExportOptions } from './use-export.ts'
import { useExport } from './use-export.ts'

vi.mock('../../ui/save-file.ts', () => ({ saveFile: vi.fn() }))

const saved = vi.mocked(saveFile)

beforeEach(() => {
  saved.mockReset()
})

function exportOf(read: ExportOptions<string>['read']) {
  const shape = { columns: ['name'], cells: (name: string) => ({ name }), line: (name: string) => ({ name }) }
  let made: ReturnType<typeof useExport> | undefined
  const { router } = mountUi(
    () => h('p'),
    () => void (made = useExport({ name: () => ['Audit'], read, shape })),
  )
  if (made === undefined) throw new Error('nothing was mounted')
  return Object.assign(made, { router })
}

const toasts = () => useToasts().toasts.map(({ text, tone }) => ({ text, tone }))

describe('useExport', () => {
  it('writes what was read, and says how much and where', async () => {
    const exporting = exportOf(({ onRead }) => {
      onRead(2)
      return Promise.resolve(['a', 'b'])
    })

    await exporting.start('jsonl')

    expect(exporting.count.value).toBe(2)
    const [name, type, text] = saved.mock.calls[0] ?? []
    expect([type, text]).toEqual(['application/x-ndjson;charset=utf-8', '{"name":"a"}\n{"name":"b"}\n'])
    expect(toasts()).toEqual([{ text: `2 rows written to ${name ?? ''}, with name`, tone: 'ok' }])
  })

  it('leads back to the list as it was shown when it began', async () => {
    const exporting = exportOf(() => exporting.router.push('/home').then(() => ['a']))
    await exporting.router.push('/events?kind=share')

    await exporting.start('csv')

    expect(useToasts().toasts.map(({ link }) => link)).toEqual(['/events?kind=share'])
  })

  it('cancelled › writes nothing, also where reading does not notice', async () => {
    const exporting = exportOf(() => {
      exporting.cancel()
      return Promise.resolve(['a'])
    })

    await exporting.start('csv')

    expect([saved.mock.calls, exporting.running.value]).toEqual([[], false])
  })

  it('a reading that gives nothing, or fails › writes nothing; a failure is said', async () => {
    await exportOf(() => Promise.resolve(undefined)).start('csv')
    expect(toasts()).toEqual([])

    await exportOf(() => Promise.reject(new CallError('x', 423, []))).start('csv')

    expect(saved).not.toHaveBeenCalled()
    expect(toasts()).toMatchObject([{ tone: 'bad' }])
  })

  it('runs once at a time', async () => {
    const read = vi.fn(() => Promise.resolve([]))
    const exporting = exportOf(read)

    await Promise.all([exporting.start('csv'), exporting.start('csv')])

    expect(read).toHaveBeenCalledOnce()
  })
})
