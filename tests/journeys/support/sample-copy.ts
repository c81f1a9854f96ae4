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

/** A data directory with a copy of the sample workspace, to be changed and removed. */
export function copiedSample(): string {
  const directory = newDataDirectory()
  copyWorkspaces(process.env[DIRECTORY] ?? '', directory)
  return directory
}

function copyWorkspaces(from: string, to: string): void {
  const umask = process.umask(0o077) // for us alone, as the program made it
  cpSync(join(from, 'workspaces'), join(to, 'workspaces'), { recursive: true })
  process.umask(umask)
}

/**
 * From the welcome page into a copy of the sample workspace, whose users are connected and signed in; as Alice Weber.
 *
 * @param from a data directory with another one
 * @param signsIn which users are signed in; all of them, if not said
 */
export async function openSample(
  page: Page,
  from = process.env[DIRECTORY] ?? '',
  signsIn: (name: string) => boolean = () => true,
): Promise<void> {
  await button(page, 'Start').waitFor()
  const { dataDirectory } = servedAt(page.url())
  const [workspace = ''] = readdirSync(join(from, 'workspaces'))
  copyWorkspaces(from, dataDirectory)

  await callWindow(page, 'POST', `/workspaces/${workspace}/open`, {})
  const { users } = await callWindow<{ users: readonly { id: string; full_name: string }[] }>(page, 'GET', '/users')
  // An agent opens through a member who is signed in, and comes after the people on the list.
  for (const { id, full_name } of users)
    if (signsIn(full_name)) await callWindow(page, 'POST', `/users/${id}/sign-in`, { passphrase: null })
  await callWindow(page, 'POST', '/operator/open', { password: null })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}
