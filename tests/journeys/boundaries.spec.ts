// Proves docs/contract/window.md, Everywhere; docs/contract/workbench.md, Calls of the window.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as plain } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, newDataDirectory, serveApplication, test } from './support/served-window.ts'
import {
  addFirstUser,
  addSlot,
  button,
  chooseTemplate,
  createItem,
  createWorkspace,
  goTo,
  itemRow,
  runInPalette,
  slotValue,
} from './support/window-steps.ts'

/** What runs where text is taken for markup, script, address, style or template. */
const PAYLOADS = [
  '<script>globalThis.ran = 1</script>',
  '"><script>globalThis.ran = 2</script>',
  '<img src=x onerror="globalThis.ran = 1">',
  '<svg onload="globalThis.ran = 1">',
  '<svg><animate onbegin="globalThis.ran = 1" attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.ran = 1</script>">',
  '<details open ontoggle="globalThis.ran = 1">',
  '<input autofocus onfocus="globalThis.ran = 1">',
  '<a href="javascript:globalThis.ran = 1">x</a>',
  'javascript:globalThis.ran=1',
  'data:text/html,<script>globalThis.ran=1</script>',
  '" onmouseover="globalThis.ran = 1',
  "' autofocus onfocus='globalThis.ran = 1",
  '{{ globalThis.ran = 1 }}',
  '{{ constructor.constructor("globalThis.ran = 1")() }}',
  '${globalThis.ran = 1}',
  '<style>@import "http://192.0.2.1/x.css"</style>',
  '<link rel=stylesheet href=http://192.0.2.1/x.css>',
  '<base href="http://192.0.2.1/">',
  '<object data="data:text/html,<script>parent.ran=1</script>">',
] as const

test('a pasted link calls nothing on this computer before a person saw where it leads', async ({ page }) => {
  const called: string[] = []
  const other = createServer((incoming, outgoing) => {
    called.push(`${incoming.method} ${incoming.url}`)
    outgoing.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  try {
    await createWorkspace(page, 'Links')
    await addFirstUser(page, 'Bob Okafor')
    await goTo(page, 'Wallet')
    const { port } = other.address() as AddressInfo
    const address = encodeURIComponent(`http://127.0.0.1:${port}/admin/delete?all=1`)
    const link = `vaultbench-wallet://request?definition=${address}&destination=${address}`
    const phone = page.getByRole('main')
    await phone.getByLabel('Deep link').fill(link)
    await button(phone, 'Open link').click()
    const dialog = page.getByRole('alertdialog', { name: 'Open this link?' })
    await expect(dialog.getByText(`127.0.0.1:${port}/admin/delete?all=1`)).toHaveCount(2)
    await look(page, 'wallet-link')
    await button(dialog, 'Cancel').click()
    await page.goto(`${page.url()}?link=${encodeURIComponent(link)}`)
    await expect(dialog).toBeVisible()
    expect(called).toEqual([])
    await button(dialog, 'Call these addresses').click()
    await expect(page.getByText('302').first()).toBeVisible()
    expect(called).toEqual(['GET /admin/delete?all=1'])
  } finally {
    other.close()
  }
})

test('a script makes no policy of trusted types but those of the program, each once', async ({ page, wrongs }) => {
  const refused = (name: string) =>
    page.evaluate((wanted) => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): object }
      }
      try {
        trustedTypes.createPolicy(wanted, {})
        return false
      } catch {
        return true
      }
    }, name)
  await expect(page.getByRole('button').first()).toBeVisible()
  for (const name of ['vue', 'default', 'dompurify', 'other']) expect(await refused(name), name).toBe(true)
  for (const name of ['picture-worker', 'pdf-worker']) expect(await refused(name), name).toBe(false)
  // The console tells each refusal, later than the script.
  await expect.poll(() => wrongs.filter((wrong) => wrong.includes('trusted-types')).length).toBeGreaterThanOrEqual(4)
  wrongs.splice(0)
})

test('text that looks like script stays text wherever it is shown', { tag: '@quick' }, async ({ page }) => {
  await createWorkspace(page, 'Text')
  await addFirstUser(page, '<img src=x onerror="globalThis.ran = 1">')
  // Half of them as names of items with everything else filled too, the other half as values of one item.
  for (const [index, payload] of PAYLOADS.slice(0, 5).entries()) {
    await goTo(page, 'Items')
    await button(page, /^New item/)
      .first()
      .click()
    await chooseTemplate(page, 'Custom')
    const editor = page.getByRole('form', { name: 'New item' })
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill(payload)
    await editor.getByRole('textbox', { name: /^Description/ }).fill(PAYLOADS[index + 5] ?? '')
    await addSlot(editor, { label: PAYLOADS[index + 10] ?? '', value: PAYLOADS[index + 15] ?? '' })
    await addSlot(editor, { label: `${index} address`, type: 'Web address', value: PAYLOADS[9] })
    await addSlot(editor, { label: `${index} colour`, type: 'Colour', value: 'red;background:url(//192.0.2.1/x)' })
    await button(editor, 'Add tag').click()
    const tags = page.getByRole('textbox', { name: 'Add tag' })
    await tags.fill(payload)
    await tags.press('Enter')
    await button(editor, /^Create item/).click()
    await expect(page.getByRole('heading', { level: 2, name: payload, exact: true })).toBeVisible()
    await expect(slotValue(page, `${index} address`)).toContainText(PAYLOADS[9])
    await expect(page.getByText(PAYLOADS[index + 5] ?? '', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(PAYLOADS[index + 15] ?? '', { exact: true })).toBeVisible()
  }
  for (const payload of PAYLOADS.slice(0, 5)) {
    await expect(page.getByRole('rowheader', { name: payload, exact: true }).first()).toBeVisible()
  }
  await button(page, 'JSON').click()
  await page.keyboard.press('Escape')
  await runInPalette(page, '<svg onload')
  await goTo(page, 'Inspector')
  const filter = page.getByRole('textbox', { name: 'Filter calls' })
  await filter.fill('method:post path:items')
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('region', { name: /^Call/ })).toContainText('template_name')
  for (const section of ['Home', 'Access', 'Users', 'Settings']) {
    await goTo(page, section)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(await page.evaluate(() => Reflect.get(globalThis, 'ran') as unknown)).toBeUndefined()
})

test(
  'the address of the window works once, and a tab without it shows nothing',
  { tag: '@quick' },
  async ({ page, app, context }) => {
    await createWorkspace(page, 'Mine')
    await addFirstUser(page, 'Alice Weber')
    expect(page.url()).not.toContain('token')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

    const second = await context.newPage()
    await second.goto(app.ui)
    await expect(second.getByRole('heading', { level: 1, name: 'This tab has no access' })).toBeVisible()
    await expect(second.getByText('Alice Weber')).toHaveCount(0)
  },
)

plain('a page of another origin can neither read nor change anything', async ({ page: foreign, context }) => {
  const dataDirectory = newDataDirectory()
  const app = await serveApplication(dataDirectory)
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>foreign</title><body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const window = await context.newPage()
    await window.goto(app.ui)
    await createWorkspace(window, 'Mine')
    await addFirstUser(window, 'Alice Weber')
    await createItem(window, 'Passport')
    const token = String(await window.evaluate(() => sessionStorage.getItem('vaultbench.window-token')))
    const before = await stateOf(app.url, token)

    await foreign.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) // a listening server has a port
    const read = await foreign.evaluate(tryEverything, { origin: app.url, token })
    expect(read).toEqual([])
    await foreign.evaluate(submitForm, `${app.url}/workbench/lock`)
    await foreign.waitForURL(`${app.url}/workbench/lock`)
    expect(await foreign.locator('body').innerText()).not.toContain('Mine')

    expect(await stateOf(app.url, token)).toEqual(before)
    await expect(itemRow(window, 'Passport')).toBeVisible()
  } finally {
    server.close()
    await app.stop()
  }
})

/** What a foreign page might change: the workspace in use, its state, its users. */
async function stateOf(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
    (await (await fetch(`${url}/workbench/${path}`, { headers })).json()) as Readonly<Record<string, unknown>>
  const { current, state, workspaces } = await read('status')
  return { current, state, workspaces, users: await read('users') }
}

/** Runs in the foreign page: every kind of request it can make, even with a stolen token; answers what it could read. */
async function tryEverything({ origin, token }: { origin: string; token: string }): Promise<readonly string[]> {
  const readable: string[] = []
  const paths = [
    '/',
    '/workbench/status',
    '/workbench/lock',
    '/workbench/workspaces',
    '/vault/items',
    '/docs',
    '/nothing',
  ]
  const body = JSON.stringify({ name: 'foreign', passphrase: null })
  const tries: { readonly name: string; readonly init: RequestInit }[] = [
    { name: 'GET', init: {} },
    { name: 'GET with credentials', init: { credentials: 'include' } },
    { name: 'GET with the token', init: { headers: { authorization: `Bearer ${token}` } } },
    { name: 'POST text', init: { method: 'POST', body, headers: { 'content-type': 'text/plain' } } },
    { name: 'POST json', init: { method: 'POST', body, headers: { 'content-type': 'application/json' } } },
    { name: 'POST no-cors', init: { method: 'POST', body, mode: 'no-cors' } },
    { name: 'DELETE', init: { method: 'DELETE' } },
  ]
  for (const path of paths) {
    for (const { name, init } of tries) {
      const reply = await fetch(`${origin}${path}`, init).catch(() => undefined)
      if (reply !== undefined && reply.type !== 'opaque') readable.push(`${name} ${path}: ${String(reply.status)}`)
    }
    navigator.sendBeacon(`${origin}${path}`, body)
    const image = new Image()
    const loaded = new Promise<boolean>((resolve) => {
      image.onload = () => resolve(true)
      image.onerror = () => resolve(false)
    })
    image.src = `${origin}${path}`
    if (await loaded) readable.push(`image ${path}`)
  }
  return readable
}

/** Runs in the foreign page: what a button on it could send. */
function submitForm(action: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.enctype = 'text/plain'
  const field = document.createElement('input')
  field.name = '{"passphrase":null,"x":"'
  field.value = '"}'
  form.append(field)
  document.body.append(form)
  form.submit()
}
