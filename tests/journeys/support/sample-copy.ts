import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { newDataDirectory, serveApplication, servedAt } from './served-window.ts'
import { callWindow } from './window-calls.ts'
import { button } from './window-steps.ts'

/*
 * The sample workspace is made once a run and copied for each journey that begins with it. How the window makes it is
 * the story of `first-minute.spec.ts` and `sample.spec.ts`.
 */

/** Where the processes of a run find it. */
const DIRECTORY = 'VAULTBENCH_SAMPLE_DIRECTORY'

/** @returns the data directory in which it lies, to be removed after the run */
export async function makeSample(): Promise<string> {
  const directory = newDataDirectory()
  const app = await serveApplication(directory, '--demo')
  expect(await app.stop()).toBe(0)
  process.env[DIRECTORY] = directory
  return directory
}

/** From the welcome page into a copy of the sample workspace, whose users are connected and signed in; as Alice Weber. */
export async function openSample(page: Page): Promise<void> {
  await button(page, 'Start').waitFor()
  const { dataDirectory } = servedAt(page.url())
  const source = join(process.env[DIRECTORY] ?? '', 'workspaces')
  const [workspace = ''] = readdirSync(source)
  const umask = process.umask(0o077) // for us alone, as the program made it
  cpSync(source, join(dataDirectory, 'workspaces'), { recursive: true })
  process.umask(umask)

  await callWindow(page, 'POST', `/workspaces/${workspace}/open`, {})
  const { users } = await callWindow<{ users: readonly { id: string }[] }>(page, 'GET', '/users')
  // An agent opens through a member who is signed in, and comes after the people on the list.
  for (const { id } of users) await callWindow(page, 'POST', `/users/${id}/sign-in`, { passphrase: null })
  await callWindow(page, 'POST', '/operator/open', { password: null })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}
