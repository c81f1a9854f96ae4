import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where data lives when nobody names a directory and Electron is not there to name its own. */
export function usualDataDirectory(): string {
  const { APPDATA, XDG_DATA_HOME } = process.env
  if (process.platform === 'win32' && APPDATA) return join(APPDATA, 'Vaultbench')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/Vaultbench')
  return join(XDG_DATA_HOME ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'vaultbench')
}
