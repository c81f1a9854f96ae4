import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, askedFor, push, refuse, resetService, status } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { servedTemplate, templatesReply } from '../testing/template-samples.ts'
import { useItemTemplates } from './use-item-templates.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

beforeEach(resetService)

async function readTemplates() {
  const { result } = await mountSetup(() => useItemTemplates('alice'))
  await settle()
  return result
}

describe('item templates', () => {
  it('reads every page as its actor, with the slots of each in order', async () => {
    const slots = [
      { id: 'b', ordinal: 2 },
      { id: 'a', ordinal: 1 },
      { id: 'x', ordinal: 0 },
    ]
    answer('itemTemplatesGet', ({ query }) =>
      query?.['next_page_after'] === undefined
        ? {
            ...templatesReply([servedTemplate('custom'), servedTemplate('secret', { visible: false })]),
            next_page_after: 'more',
          }
        : { ...templatesReply([servedTemplate('password', { slot_ids: ['b', 'a'] })]), slots },
    )
    const { templates } = await readTemplates()
    expect(templates.value?.map(({ name }) => name)).toEqual(['custom', 'password'])
    expect(templates.value?.[1]?.slots).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(askedFor('itemTemplatesGet').map(({ as }) => as)).toEqual(['alice', 'alice'])
  })

  it('tells own ones, with picture and nodes, and leaves out what an own one hides', async () => {
    const node = { id: 'n', label: 'Vehicle', scheme: 'wallet' }
    answer('itemTemplatesGet', () => ({
      ...templatesReply([
        servedTemplate('vehicle'),
        servedTemplate('pet', { image: '/blobs/public/1/2' }),
        servedTemplate('vehicle', { user_id: 'vault-alice', label: 'My car', classification_node_ids: ['n'] }),
      ]),
      classification_nodes: [node, { id: 'o', label: 'Other', scheme: 'wallet' }],
    }))
    const { templates } = await readTemplates()
    expect(templates.value).toMatchObject([
      { name: 'pet', own: false, image: '/blobs/public/1/2', nodes: [] },
      { name: 'vehicle', label: 'My car', own: true, image: null, nodes: [node] },
    ])
  })

  it('says why there are none, and can be asked again', async () => {
    answer('itemTemplatesGet', () => refuse('internal_error', 500, 'it broke'))
    const { templates, failure, read } = await readTemplates()
    expect(failure.value?.message).toBe('It broke.')
    answer('itemTemplatesGet', () => templatesReply([]))
    await read()
    expect(failure.value).toBeUndefined()
    expect(templates.value).toEqual([])
  })

  it('holds none any more once the workspace is locked', async () => {
    answer('itemTemplatesGet', () => templatesReply([servedTemplate('pet')]))
    const { templates } = await readTemplates()
    expect(templates.value).toHaveLength(1)
    push({ type: 'status', status: status('locked') })
    expect(templates.value).toBeUndefined()
  })
})
