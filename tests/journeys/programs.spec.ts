// Proves docs/contract/window.md, Organizations: programs, Organizations.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, dialog, goTo, message, runInPalette } from './support/window-steps.ts'

const ORGANIZATION = 'Harbour Clinic'
const SERVICE = 'Night clinic'

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })

async function openServices(page: Page): Promise<void> {
  await goTo(page, 'Organizations')
  await page.getByRole('grid', { name: 'Yours' }).getByText(ORGANIZATION, { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible()
  await tab(page, 'Services').click()
}

async function answerYes(page: Page, label: string): Promise<void> {
  await button(page.getByRole('alertdialog'), label).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/** Saves the files that a dialog offers, beside each other. */
async function saveKit(page: Page, directory: string): Promise<void> {
  for (const [choice, name] of [
    ['Environment', 'night_clinic.env'],
    ['TypeScript', 'night_clinic.ts'],
  ] as const) {
    await dialog(page).getByText(choice, { exact: true }).click()
    const download = page.waitForEvent('download')
    await button(dialog(page), `Save ${name}`).click()
    await (await download).saveAs(join(directory, name))
  }
}

test('a service is requested, called by a program with its kit, suspended and reinstated', async ({ page }) => {
  const directory = mkdtempSync(join(tmpdir(), 'kit-'))
  /** What the program of the kit says. */
  const runProgram = async (): Promise<string> => {
    const words = ['--env-file=night_clinic.env', 'night_clinic.ts']
    const ran = promisify(execFile)(process.execPath, words, { cwd: directory })
    return ran.then(({ stdout }) => stdout, String)
  }
  try {
    await openSample(page)
    await runInPalette(page, '@dana')
    await expect(button(page.getByRole('banner'), 'Acting as Dana Novak')).toBeVisible()

    // Dana requests the service, and the operator approves it.
    await openServices(page)
    await button(page, 'Request service').click()
    await dialog(page).getByLabel('Name').fill(SERVICE)
    await button(dialog(page), 'Request service').click()
    await expect(page.getByRole('table', { name: 'Requested services' }).getByText(SERVICE)).toBeVisible()
    await goTo(page, 'Operator')
    const open = button(page, 'Sign in as operator')
    const signedIn = page.getByText('Signed in as operator')
    await expect(open.or(signedIn)).toBeVisible()
    // The console may open by itself meanwhile.
    if (await open.isVisible()) await Promise.race([open.click().catch(() => undefined), signedIn.waitFor()])
    await expect(signedIn).toBeVisible()
    await page.getByRole('grid', { name: 'Waiting for review' }).getByText(SERVICE, { exact: true }).click()
    await button(page.getByRole('region', { name: 'Request', exact: true }), 'Approve service').click()
    await answerYes(page, 'Approve')
    await expect(message(page, `${SERVICE} approved`)).toBeVisible()

    // She makes a kit, and the program calls with it.
    await openServices(page)
    await page.getByRole('link', { name: SERVICE }).click()
    await expect(page.getByRole('heading', { level: 2, name: SERVICE })).toBeVisible()
    await expect(page.getByText('No running session')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Make a kit').click()
    await dialog(page).getByLabel('Name of the program').fill('Nightly run')
    await button(dialog(page), 'Make a kit').click()
    await saveKit(page, directory)
    await expectAccessible(page)
    await button(dialog(page), 'Done').click()
    const sessions = page.getByRole('table', { name: 'Running sessions' })
    await expect(sessions.getByText('Nightly run')).toBeVisible()
    expect(await runProgram()).toContain(`"full_name":"${SERVICE}"`)

    // Suspended, its calls are refused; reinstated, they go on.
    await button(page, 'Suspend').click()
    await answerYes(page, 'Suspend')
    await expect(page.getByText('by an owner')).toBeVisible()
    expect(await runProgram()).toContain('agent_suspended')
    await button(page, 'Reinstate').click()
    await answerYes(page, 'Reinstate')
    await expect(page.getByText('Running', { exact: true })).toBeVisible()
    expect(await runProgram()).toContain(`"full_name":"${SERVICE}"`)
    await expect(page.getByText(`suspended the service ${SERVICE}`)).toBeVisible()

    // The session ends, and then the service.
    await button(page, 'End session: Nightly run').click()
    await answerYes(page, 'End session')
    await expect(page.getByText('No running session')).toBeVisible()
    expect(await runProgram()).toContain('unauthorized')
    await page.setViewportSize({ width: 1000, height: 700 })
    await expectNoSidewaysScroll(page)
    await button(page, 'Suspend').click()
    await answerYes(page, 'Suspend')
    await button(page, 'Delete service').click()
    await page.getByRole('alertdialog').getByRole('textbox').fill(SERVICE)
    await answerYes(page, 'Delete service')
    await expect(page.getByRole('table', { name: 'Approved services' })).toBeVisible()
    await expect(page.getByRole('link', { name: SERVICE })).toBeHidden()
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('people of the workspace are made members together, and it is said what came of each', async ({ page }) => {
  await openSample(page)
  await runInPalette(page, '@dana')
  await openServices(page)
  await tab(page, 'Members').click()
  await button(page, 'Add members').click()
  const adding = dialog(page, `Add members to ${ORGANIZATION}`)
  // Members cannot be told from others before they are read.
  const free = adding.locator('input[type=checkbox]:enabled')
  await expect(free.first()).toBeVisible()
  const count = Math.min(2, await free.count())
  for (let index = 0; index < count; index += 1) await free.nth(index).check()
  await expectAccessible(page)
  await button(adding, `Add ${count} member${count === 1 ? '' : 's'}`).click()
  await expect(adding.getByText(`${count} of ${count} added`)).toBeVisible()
  await expect(adding.getByText('Member now')).toHaveCount(count)
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
})
