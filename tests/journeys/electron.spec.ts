// Proves docs/contract/window.md, Everywhere.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, expect, test } from '@playwright/test'
import { findElectron } from '../../scripts/electron-program.ts'
import { startSample } from './support/window-steps.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const program = findElectron()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

if (program === undefined) {
  process.stdout.write(
    'electron.spec.ts is skipped: the Electron program is not on this machine (npm start fetches it)\n',
  )
} else if (!hasDisplay) {
  process.stdout.write('electron.spec.ts is skipped: there is no display\n')
}

test('the desktop program shows its window, shut off from Node and from other places', async () => {
  test.skip(program === undefined || !hasDisplay, 'needs the Electron program and a display')
  const data = mkdtempSync(join(tmpdir(), 'vaultbench-electron-'))
  const desktop = await _electron.launch({
    executablePath: program ?? '',
    args: ['--no-sandbox', ROOT, '--data', data],
  })

  try {
    const window = await desktop.firstWindow()
    await window.waitForLoadState()

    expect(window.url()).toMatch(/^vaultbench:\/\/app\//)
    expect(await window.evaluate(() => Object.keys(Reflect.get(globalThis, 'vaultbench') as object))).toEqual([
      'invoke',
      'onEvent',
    ])
    expect(await window.evaluate(() => typeof Reflect.get(globalThis, 'require'))).toBe('undefined')

    await window.evaluate(() => {
      location.href = 'https://example.org/'
    })
    expect(window.url()).toMatch(/^vaultbench:\/\/app\//)

    // Here the system, and not a browser that keeps F11 to itself, gives the whole screen and takes it back.
    await startSample(window)
    const shown = () =>
      window.evaluate(() => [
        document.documentElement.hasAttribute('data-presenting'),
        document.fullscreenElement !== null,
      ])
    await window.keyboard.press('F11')
    await expect.poll(shown).toEqual([true, true])
    await window.keyboard.press('F11')
    await expect.poll(shown).toEqual([false, false])
  } finally {
    await desktop.close()
    rmSync(data, { recursive: true, force: true })
  }
})
