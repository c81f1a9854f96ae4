// Proves docs/contract/window.md, API reference.

import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'

test(
  'the API reference is searched, leads to one operation, and shows how to call it',
  { tag: '@deep' },
  async ({ page, app }) => {
    await page.goto(`${app.url}/docs`)
    await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
    await expect(page.getByText(/^2\d\d operations$/)).toBeVisible()
    await look(page, 'reference')

    // Words of the path, the id and of what it does are found in every part, and a code of a refusal as well.
    const search = page.getByRole('textbox', { name: 'Search operations' })
    await page.keyboard.press('Control+f')
    await expect(search).toBeFocused()
    await search.fill('items post')
    const create = page.locator('.opblock').filter({ has: page.getByText('vault.itemsPost', { exact: true }) })
    await expect(create).toBeVisible()
    await search.fill('chain_not_verifiable_at_all')
    await expect(page.getByText('No operation matches')).toBeVisible()
    await search.fill('vault.itemsPost')
    await create.getByRole('button').first().click()
    await expect(page).toHaveURL(/\/docs#\/vault\.items\/vault\.itemsPost$/)

    const example = page.locator('[data-example]')
    await expect(example).toContainText(`"${app.url}/vault/items"`)
    await expect(example).not.toContainText('-H "Authorization')
    await look(page, 'reference-operation')
    await page.getByText('fetch', { exact: true }).click()
    await expect(example).toContainText("method: 'POST'")
    await page.getByText('SDK', { exact: true }).click()
    await expect(example).toContainText("import { itemsPost } from './dist/sdk/vault/index.js'")
    await expect(page.getByRole('button', { name: /^(Try it out|Authorize|Execute)/ })).toHaveCount(0)
  },
)

test('an operation has an address, in full or as its id alone', { tag: '@deep' }, async ({ page, app }) => {
  for (const fragment of ['#/keystore.session/keystore.sessionGet', '#keystore.sessionGet']) {
    await page.goto('about:blank')
    await page.goto(`${app.url}/docs/${fragment}`)
    await expect(page.locator('[data-example]')).toContainText(`${app.url}/keystore/session`)
    await expect(page).toHaveURL(/#\/keystore\.session\/keystore\.sessionGet$/)
    // What one came for is what one sees first.
    const headline = page.locator('.opblock.is-open .opblock-summary')
    const main = page.getByRole('main')
    await expect
      .poll(async () => {
        const [line, frame] = [await headline.boundingBox(), await main.boundingBox()]
        return line !== null && frame !== null && line.y >= frame.y && line.y < frame.y + 100
      })
      .toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  }
})
