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
  /** A placeholder for the value, for example `FILE`, if the option has one. */
  readonly value?: string
  readonly says: string
}

/** `--help` of every command. */
export const HELP = { type: 'boolean', default: false, says: 'prints this' } as const satisfies CommandOption

/** Prints one line for each option. Parsing and help share one table, so that none is missing. */
export function optionLines(options: Readonly<Record<string, CommandOption>> & ParseArgsOptionsConfig): string {
  const rows = Object.entries(options).map(([name, { value, multiple, says }]) => ({
    spelling: `--${name}${value === undefined ? '' : ` ${value}`}${multiple === true ? '…' : ''}`,
    says,
  }))
  const width = Math.max(...rows.map(({ spelling }) => spelling.length))
  return rows.map(({ spelling, says }) => `  ${spelling.padEnd(width)}  ${says}`).join('\n')
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
export function usualDataDirectory(): string {
  const { APPDATA, XDG_DATA_HOME } = process.env
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'Vaultbench')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/Vaultbench')
  const isGiven = XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME)
  return join(isGiven ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'vaultbench')
}
