// Proves docs/contract/window.md, Verification results.

import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import PresentationJson from './PresentationJson.vue'

const LONG = { list: Array.from({ length: 2500 }, (_, place) => place) }
const lines = (): readonly (string | null)[] =>
  [...document.querySelectorAll('[role=region] .whitespace-pre')].map(({ textContent }) => textContent)

async function show(presentation: unknown, pointer?: string): Promise<void> {
  const place = pointer === undefined ? undefined : { pointer, inner_pointer: null }
  mountUi(() => h(PresentationJson, { presentation, place }))
  await settle()
}

describe('PresentationJson', () => {
  it('marks all lines of the place, and names it', async () => {
    await show({ proof: { type: 'x', jws: 'y' }, holder: 'z' }, '/proof')

    const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent.trim())
    expect(marked).toEqual(['"proof": {', '"type": "x",', '"jws": "y"', '},'])
    expect(document.body.textContent).toContain('/proof')
  })

  it('draws a part of a long document, around the place', async () => {
    await show(LONG, '/list/2000')

    expect(lines()).toContain('    2000,')
    expect(lines().length).toBeLessThanOrEqual(1000)
    expect(lines()).not.toContain('    0,')
  })

  it('goes on to earlier and further lines when asked', async () => {
    await show(LONG)
    expect(lines()).toContain('    0,')

    byRole('button', /^Show further lines/).click()
    await settle()
    expect(lines()).toContain('    1500,')
    expect(lines()).not.toContain('    0,')

    byRole('button', /^Show earlier lines/).click()
    await settle()
    expect(lines()).toContain('    0,')
  })
})
