// Proves docs/contract/window.md, Everywhere.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EffectScope } from 'vue'
import { effectScope } from 'vue'
import { z } from 'zod'
import { guardInput } from './unsent-input.ts'
import { useForm } from './use-form.ts'

let scope: EffectScope

beforeEach(() => {
  scope = effectScope()
})

afterEach(() => {
  scope.stop()
})

/** Whether the browser asks before the page goes. */
function asks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function aForm(disposable?: boolean) {
  const form = scope.run(() =>
    useForm({
      schema: z.object({ name: z.string() }),
      initial: { name: '' },
      submit: () => undefined,
      ...(disposable !== undefined && { disposable }),
    }),
  )
  if (form === undefined) throw new Error('the scope has ended')
  return form
}

describe('before a page goes', () => {
  it('the browser asks while something is typed and not sent', async () => {
    const form = aForm()
    expect(asks()).toBe(false)

    form.values.name = 'Car'
    expect(asks()).toBe(true)

    await form.submit()
    expect(asks()).toBe(false)
  })

  it('it asks about what was typed until it is reset, or the form is gone', () => {
    const form = aForm()
    form.values.name = 'Car'
    form.reset()
    expect(asks()).toBe(false)

    form.values.name = 'Boat'
    scope.stop()
    expect(asks()).toBe(false)
  })

  it('it asks about an editor that says so, and not about what nobody misses', () => {
    aForm(true).values.name = 'correct horse'
    expect(asks()).toBe(false)

    let typed = true
    scope.run(() => {
      guardInput(() => typed)
    })
    expect(asks()).toBe(true)
    typed = false
    expect(asks()).toBe(false)
  })
})
