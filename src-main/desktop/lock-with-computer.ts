import type { PowerMonitor } from 'electron'
import type { WorkbenchPort } from './application-port.ts'

/** Tells the application when the computer goes to sleep or locks its screen, which Linux does not report. */
export function lockWithComputer(
  power: Pick<PowerMonitor, 'on'>,
  workbench: Pick<WorkbenchPort, 'noteComputer'>,
): void {
  power.on('suspend', () => {
    workbench.noteComputer('sleeps')
  })
  power.on('lock-screen', () => {
    workbench.noteComputer('locks_screen')
  })
}
