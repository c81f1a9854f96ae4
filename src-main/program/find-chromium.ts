import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const MAC_PROGRAMS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const WINDOWS_PROGRAMS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds an installed Chromium, Chrome or Edge: `CHROMIUM_PATH` first, then where the system keeps programs.
 *
 * @returns the path of the program, or undefined when there is none; a `CHROMIUM_PATH` that names no program is an
 *   error, because whoever set it meant exactly that one
 * @throws {Error} when `CHROMIUM_PATH` names no executable file
 */
export function findChromium(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const chosen = environment.CHROMIUM_PATH
  if (chosen !== undefined && chosen !== '') {
    if (!isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no executable file: ${chosen}`)
    return chosen
  }
  return candidates(environment, platform).find(isProgram)
}

/** A program that is called by its name. */
export function findOnPath(command: string, environment: Environment = process.env): string | undefined {
  return onPath([command], environment).find(isProgram)
}

function onPath(commands: readonly string[], environment: Environment): readonly string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return commands.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function candidates(environment: Environment, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'win32') {
    const folders = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA]
    return folders.flatMap((folder) => (folder === undefined ? [] : WINDOWS_PROGRAMS.map((name) => join(folder, name))))
  }

  const installed = onPath(COMMANDS, environment)
  if (platform !== 'darwin') return installed

  const applications = ['/Applications', join(environment.HOME ?? '', 'Applications')]
  return [...applications.flatMap((folder) => MAC_PROGRAMS.map((name) => join(folder, name))), ...installed]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
