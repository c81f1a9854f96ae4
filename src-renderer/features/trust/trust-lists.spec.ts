// Proves docs/contract/window.md, Trust, Everywhere: lists.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { RegistryRow } from '../../../shared/contract/registries.ts'
import type { SubscriptionKeyRow, TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import { text as message } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, settle, type } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import RegistryPanel from './RegistryPanel.vue'
import routes from './routes.ts'
import SubscriptionKeysPanel from './SubscriptionKeysPanel.vue'
import TrustedIssuersPanel from './TrustedIssuersPanel.vue'
import { useRegistry } from './use-trust.ts'
import { useSubscriptionKeys } from './use-trust.ts'
import { useTrustList } from './use-trust.ts'

const PANELS = {
  issuers: () => {
    const list = useTrustList()
    void list.reload()
    return (id: string | undefined) => h(TrustedIssuersPanel, { id, list })
  },
  'status-lists': () => {
    const registry = useRegistry('status-lists')
    void registry.reload()
    return (id: string | undefined) => h(RegistryPanel, { id, registry })
  },
  'trust-anchors': () => {
    const registry = useRegistry('trust-anchors')
    void registry.reload()
    return (id: string | undefined) => h(RegistryPanel, { id, registry })
  },
  keys: () => {
    const list = useSubscriptionKeys()
    void list.reload()
    return (id: string | undefined) => h(SubscriptionKeysPanel, { id, list })
  },
} as const

function anEntry(id: string, changes: Partial<TrustRow> = {}): TrustRow {
  return {
    id,
    did: `did:web:${id}.example`,
    name: id,
    schemas: null,
    types: null,
    valid_from: null,
    valid_until: null,
    ...changes,
  }
}
function aDocument(key: string, changes: Partial<RegistryRow> = {}): RegistryRow {
  return {
    key,
    title: null,
    sha256: 'f'.repeat(64),
    bytes: 10,
    source: 'imported',
    added_at: null,
    problem: null,
    ...changes,
  }
}
function aKey(id: string, changes: Partial<SubscriptionKeyRow> = {}): SubscriptionKeyRow {
  const created_at = '2026-11-21T09:00:00.000Z'
  return { id, name: id, created_at, last_used_at: null, own: false, definitions: 0, ...changes }
}

const order = () => [...document.querySelectorAll('[data-index]')].map((row) => row.textContent)
const labelled = (name: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)

async function press(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
  const found = buttons.findLast((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)
  if (found === undefined) throw new Error(`there is no button ${name}`)
  found.click()
  await arrive()
  await settle()
}

function paste(text: string): void {
  const field = document.querySelector('textarea')
  if (field === null) throw new Error('there is no field for a document')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function mountPanel(tab: keyof typeof PANELS, opened = '') {
  const Panel = defineComponent({
    props: { id: { type: String, default: undefined } },
    setup: (props) => {
      const panel = PANELS[tab]()
      return () => panel(props.id)
    },
  })
  const [route] = routes
  if (route === undefined) throw new Error('there is no route')
  const { router } = await mountAddress(
    [{ path: route.path, name: 'trust', component: Panel, props: ({ params }) => ({ id: params['id'] || undefined }) }],
    `/trust/${tab}/${encodeURIComponent(opened)}`,
  )
  await arrive()
  await settle()
  return router
}

// The test document has no layout.
beforeEach(() => {
  for (const side of ['offsetHeight', 'clientHeight', 'scrollHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  }
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  answer('issuersGet', () => ({ issuers: [] }))
})
afterEach(() => void vi.restoreAllMocks())

it('sorts issuers by the end of their time, and says with an icon when it is over', async () => {
  answer('trustRows', () => ({
    rows: [
      anEntry('always'),
      anEntry('later', { valid_until: '2999-01-01T00:00:00.000Z' }),
      anEntry('over', { valid_until: '2001-01-01T00:00:00.000Z', types: ['ShipCredential'] }),
      anEntry('coming', { valid_from: '2998-01-01T00:00:00.000Z' }),
    ],
  }))
  const router = await mountPanel('issuers')
  await router.push('/trust/issuers?sort=period')
  await settle()

  const icons = [...document.querySelectorAll('[data-index] svg[aria-hidden]')].map((icon) => icon.classList.toString())
  expect(order().map((text) => /over|later|coming|always/.exec(text)?.[0])).toEqual([
    'over',
    'coming',
    'later',
    'always',
  ])
  expect(order()[0]).toContain('ShipCredential')
  expect(icons.filter((name) => /shield-x/.test(name))).toHaveLength(1)
  expect(icons.filter((name) => /lucide-clock/.test(name))).toHaveLength(1)
  expect(icons.filter((name) => /shield-check/.test(name))).toHaveLength(2)
})

it('opens the next issuer in the place of one that is removed', async () => {
  answer('trustRows', () => ({ rows: [anEntry('first'), anEntry('second')] }))
  answer('trustRemove', () => undefined)
  const router = await mountPanel('issuers', 'first')

  await press(message('trust.removeNamed', { name: 'first' }))

  expect(router.currentRoute.value.params['id']).toBe('second')
  expect(order()).toHaveLength(1)
  useToasts().flush()
  await arrive()
  expect(askedFor('trustRemove')[0]?.params).toEqual({ entry_id: 'first' })
})

const checkboxes = () => document.querySelectorAll<HTMLInputElement>('[data-index] [type=checkbox]')
const bar = () => document.querySelector('[role=toolbar]')?.textContent ?? ''
async function selectEach(...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    checkboxes()[number]?.click()
    await settle()
  }
}

it('removes several issuers that are selected, with one Undo for all', async () => {
  answer('trustRows', () => ({ rows: [anEntry('first'), anEntry('second'), anEntry('third')] }))
  answer('trustRemove', () => undefined)
  await mountPanel('issuers')
  await selectEach(0, 2)

  await press(message('ui.remove'))
  expect(order()).toEqual([expect.stringContaining('second')])
  expect(useToasts().toasts.map(({ text }) => text)).toEqual(['first is no longer trusted (and 1 more)'])
  await useToasts().undoLast()
  await settle()
  expect(order()).toHaveLength(3)
  await selectEach(0, 1, 2)
  await press(message('ui.remove'))
  useToasts().flush()
  await arrive()

  expect(askedFor('trustRemove').map(({ params }) => params)).toEqual(
    ['first', 'second', 'third'].map((entry_id) => ({ entry_id })),
  )
})

it('exports documents that are selected, and removes one at a time because each is asked about', async () => {
  answer('registryGet', () => ({ rows: [aDocument('https://lists.example/1'), aDocument('https://lists.example/2')] }))
  await mountPanel('status-lists')

  await selectEach(0, 1)

  expect(bar()).toContain('2 selected')
  expect(bar()).toContain(message('parts.export.all'))
  expect(bar()).not.toContain(message('ui.remove'))
  const second = document.querySelectorAll<HTMLElement>('[data-index]')[1]
  second?.focus()
  await settle()
  second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
  await settle()
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('https://lists.example/2')
})

it('writes back what an entry was, to the hour, when its change is undone', async () => {
  const before = anEntry('first', { valid_until: '2999-01-01T13:37:00.000Z', types: ['ShipCredential'] })
  answer('trustRows', () => ({ rows: [before] }))
  answer('trustSave', ({ body }) => ({ row: { ...(body as TrustRow), id: 'first' } }))
  await mountPanel('issuers', 'first')
  await press(message('trust.issuers.editNamed', { name: 'first' }))
  type(byRole('textbox', 'Name'), 'Harbour')
  await press(message('ui.save'))
  expect(useToasts().toasts.map(({ text }) => text)).toEqual([message('ui.savedNamed', { name: 'Harbour' })])

  await useToasts().undoLast()

  const { id: _, ...written } = before
  expect(askedFor('trustSave').map(({ params, body }) => [params, body])).toMatchObject([
    [{ entry_id: 'first' }, { name: 'Harbour' }],
    [{ entry_id: 'first' }, written],
  ])
})

it('opens a document by its URL, with what is wrong with it, and removes imported ones only', async () => {
  const url = 'https://lists.example/1?a=b'
  const row = aDocument(url, { problem: 'It does not verify.' })
  answer('registryGet', () => ({ rows: [row, aDocument('https://lists.example/2', { source: 'demo_issuer' })] }))
  answer('registryEntryGet', () => ({ row, document: { proofPurpose: 'assertionMethod' } }))
  answer('registryRemove', () => undefined)
  const router = await mountPanel('status-lists', url)

  expect(askedFor('registryEntryGet')[0]?.query).toEqual({ key: url })
  expect(document.body.textContent).toContain('assertionMethod')
  expect(order()[0]).toContain('It does not verify.')
  expect(labelled(message('trust.removeNamed', { name: 'https://lists.example/2' }))).toBeNull()
  answer('registryGet', () => ({ rows: [aDocument('https://lists.example/2', { source: 'demo_issuer' })] }))
  await press(`Remove ${url}`)
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('This cannot be undone.')
  await press(message('trust.registry.removeConfirm'))

  expect(askedFor('registryRemove')[0]?.query).toEqual({ key: url })
  expect(useToasts().toasts.at(-1)?.text).toBe(`Status list: ${url} removed`)
  expect(router.currentRoute.value.params['id']).toBe('https://lists.example/2')
})

it('shows a trust anchor by its subject, and asks for nothing but the certificate', async () => {
  const row = aDocument('ab'.repeat(32), { title: 'C=DE, O=Authority, CN=Root' })
  answer('registryGet', () => ({ rows: [row] }))
  answer('registryImport', () => ({ row }))
  answer('registryEntryGet', () => ({ row, document: 'pem' }))
  await mountPanel('trust-anchors')

  expect(order()[0]).toContain('C=DE, O=Authority, CN=Root')
  expect(labelled(message('trust.removeNamed', { name: 'C=DE, O=Authority, CN=Root' }))).not.toBeNull()
  await press('Import')
  expect(document.querySelector('[role=dialog] input[type=url]')).toBeNull()
  paste('pem')
  await press('Import')

  expect(askedFor('registryImport')[0]?.body).toEqual({ key: null, text: 'pem', replace: false })
})

it('opens what was imported, and has it in the list though the pointer is there', async () => {
  const before = [aDocument('https://lists.example/1')]
  const row = aDocument('https://lists.example/new')
  answer('registryGet', () => ({ rows: before }))
  answer('registryImport', () => ({ row }))
  answer('registryEntryGet', () => ({ row, document: {} }))
  const router = await mountPanel('status-lists')
  await press('Import')
  paste('{}')
  document.querySelector('[role=grid]')?.closest('.relative')?.dispatchEvent(new Event('pointermove'))
  answer('registryGet', () => ({ rows: [row, ...before] }))

  await press('Import')

  expect(router.currentRoute.value.params['id']).toBe(row.key)
  expect(order()).toHaveLength(2)
})

it('sorts keys by their definitions as numbers, and leaves the one of this program', async () => {
  answer('subscriptionKeysGet', () => ({
    keys: [aKey('nine', { definitions: 9 }), aKey('ten', { definitions: 10 }), aKey('own', { own: true })],
  }))
  const router = await mountPanel('keys')
  await router.push('/trust/keys?sort=-definitions')
  await settle()

  expect(order().map((text) => /ten|nine|own/.exec(text)?.[0])).toEqual(['ten', 'nine', 'own'])
  expect(labelled('Remove own')).toBeNull()
  expect(labelled(message('trust.removeNamed', { name: 'ten' }))).not.toBeNull()
})
