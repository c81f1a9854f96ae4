import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'

/** A malformed command line, or a malformed file in it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An option of a command line, with its parser and its `--help` text. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly default?: string | boolean | string[]
  readonly multiple?: boolean
  /** A placeholder for the value, for example `FILE`; undefined for flags. */
  readonly value?: string
  readonly help: string
}

/** `--help` of every command. */
export const HELP = { type: 'boolean', default: false, help: 'prints this' } as const satisfies CommandOption

/** Formats one line of help for each option. Parsing uses the same table, so none is missing. */
export function optionLines(options: Readonly<Record<string, CommandOption>> & ParseArgsOptionsConfig): string {
  const rows = Object.entries(options).map(([name, { value, multiple, help }]) => ({
    spelling: `--${name}${value === undefined ? '' : ` ${value}`}${multiple === true ? '…' : ''}`,
    help,
  }))
  const width = Math.max(...rows.map(({ spelling }) => spelling.length))
  return rows.map(({ spelling, help }) => `  ${spelling.padEnd(width)}  ${help}`).join('\n')
}

/** Parses `--port`. @throws {UsageError} */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port takes a number from 0 to 65535, not "${text}"`)
  return port
}

/**
 * The default data directory without Electron. A variable with a relative path is invalid and ignored (XDG Base
 * Directory Specification).
 */
export function defaultDataDirectory(): string {
  const { APPDATA, XDG_DATA_HOME } = process.env
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'Vaultbench')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/Vaultbench')
  const isSet = XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME)
  return join(isSet ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'vaultbench')
}
