import { resolve } from 'node:path'
import { defaultDataDirectory } from '../composition/command-options.ts'
import { serveInBrowser } from './browser-window.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { ExitCode, Ports } from './command.ts'
import type { RunCommand } from './command-table.ts'
import { findChromium } from './find-chromium.ts'

/** The application in a window of a browser, until that is closed or the program is told to end. */
export const run: RunCommand<'open'> = ({ values: { data, demo, port } }, ports) =>
  openInBrowser({ data: data && resolve(data), passedOn: [...(demo ? ['--demo'] : []), '--port', port] }, ports)

interface Opening {
  /** Undefined for the default directory. */
  readonly data: string | undefined
  /** More options of `serve`. */
  readonly passedOn: readonly string[]
}

/** @returns the exit code of the service */
export async function openInBrowser(
  { data, passedOn }: Opening,
  { program, say }: Pick<Ports, 'program' | 'say'>,
): Promise<ExitCode> {
  const code = await serveInBrowser({
    program,
    dataDirectory: data ?? defaultDataDirectory(),
    passedOn,
    browser: hasDisplay() ? installedBrowser() : undefined,
    browserSwitches: sandboxSwitch(),
    say,
  })
  return code === 0 ? EXIT.success : EXIT.couldNotRun
}

export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
}

/** Chromium refuses to run as root with its sandbox. */
export function sandboxSwitch(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

function installedBrowser(): string | undefined {
  try {
    return findChromium()
  } catch (fault) {
    throw new CouldNotRun(fault instanceof Error ? fault.message : String(fault), { cause: fault })
  }
}
