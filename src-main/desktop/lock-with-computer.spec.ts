// Proves docs/contract/workbench.md, Workspaces: locking.

import { EventEmitter } from 'node:events'
import type { PowerMonitor } from 'electron'
import { expect, it } from 'vitest'
import { lockWithComputer } from './lock-with-computer.ts'

it('lockWithComputer › passes on that the computer sleeps or locks its screen, and nothing else', () => {
  const power = new EventEmitter()
  const told: string[] = []
  let event = ''
  lockWithComputer(power as unknown as PowerMonitor, { noteComputer: (what) => void told.push(`${event}: ${what}`) })

  for (event of ['resume', 'on-battery', 'suspend', 'unlock-screen', 'lock-screen']) power.emit(event)

  expect(told).toEqual(['suspend: sleeps', 'lock-screen: locks_screen'])
})
