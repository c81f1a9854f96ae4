// Proves docs/contract/window.md, Everywhere, Definitions.

import { gzipSync } from 'node:zlib'
import { expect, test } from './support/served-window.ts'

/** What the first screen may load; times are measured here too, and told, not judged: they belong to the machine. */
const MAX_SCRIPT_BYTES = 250_000
const MAX_STYLE_BYTES = 30_000

test(
  'the first screen loads little, and only from the application itself',
  { tag: '@quick' },
  async ({ page, app, context }) => {
    // The window of the fixture warmed nothing up: each page has a profile of its own.
    await page.close()
    const fresh = await context.newPage()
    const bytes = { script: 0, stylesheet: 0 }
    const reading: Promise<void>[] = []
    fresh.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind !== 'script' && kind !== 'stylesheet') return
      reading.push(response.body().then((body) => void (bytes[kind] += gzipSync(body).length)))
    })
    await fresh.goto(`${app.url}/`)
    await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
    const paint = await fresh.evaluate(() => {
      const entry = performance.getEntriesByName('first-contentful-paint')[0]
      return { first: entry?.startTime, heading: performance.now() }
    })
    await Promise.all(reading)
    test.info().annotations.push({ type: 'first screen', description: JSON.stringify({ ...paint, ...bytes }) })
    process.stdout.write(`first screen: ${JSON.stringify({ ...paint, ...bytes })}\n`)
    expect(bytes.script).toBeGreaterThan(20_000)
    expect(bytes.script).toBeLessThan(MAX_SCRIPT_BYTES)
    expect(bytes.stylesheet).toBeLessThan(MAX_STYLE_BYTES)
  },
)
