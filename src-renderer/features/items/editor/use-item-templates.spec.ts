import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, askedFor, refuse, resetService } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { useItemTemplates } from './use-item-templates.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

beforeEach(resetService)

const template = (name: string, slot_ids: readonly string[], visible = true) => ({
  name,
  label: name,
  slot_ids,
  visible,
})

describe('item templates', () => {
  it('reads every page as its actor, with the slots of each in order', async () => {
    answer('itemTemplatesGet', ({ query }) =>
      query?.['next_page_after'] === undefined
        ? {
            item_templates: [template('custom', []), template('secret', [], false)],
            slots: [],
            next_page_after: 'more',
          }
        : {
            item_templates: [template('password', ['b', 'a'])],
            slots: [
              { id: 'b', ordinal: 2 },
              { id: 'a', ordinal: 1 },
              { id: 'x', ordinal: 0 },
            ],
            next_page_after: null,
          },
    )
    const { result } = await mountSetup(() => useItemTemplates('alice'))
    await settle()
    expect(result.templates.value?.map(({ name }) => name)).toEqual(['custom', 'password'])
    expect(result.templates.value?.[1]?.slots).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(askedFor('itemTemplatesGet').every(({ as }) => as === 'alice')).toBe(true)
  })

  it('says why there are none, and can be asked again', async () => {
    answer('itemTemplatesGet', () => refuse('internal_error', 500, 'it broke'))
    const { result } = await mountSetup(() => useItemTemplates('alice'))
    await settle()
    expect(result.failure.value?.message).toBe('It broke.')
    answer('itemTemplatesGet', () => ({ item_templates: [], slots: [], next_page_after: null }))
    await result.read()
    expect(result.failure.value).toBeUndefined()
    expect(result.templates.value).toEqual([])
  })
})
