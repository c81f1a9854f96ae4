import { describe, expect, it } from 'vitest'
import type { WindowState } from './window-view.ts'
import { windowView } from './window-view.ts'

const open: WindowState = {
  entry: 'ready',
  status: { state: 'open' },
  locking: false,
  choosing: false,
  unlocking: undefined,
}

describe('windowView', () => {
  it.each<[string, Partial<WindowState>, string]>([
    ['before anything is known', { entry: 'starting', status: undefined }, 'starting'],
    ['when nobody answers at the start', { entry: 'unreachable', status: undefined }, 'unreachable'],
    ['without a valid token', { entry: 'refused' }, 'no-access'],
    ['before a workspace was chosen', { status: { state: 'none' } }, 'welcome'],
    ['with an open workspace', {}, 'workbench'],
    ['with a locked one', { status: { state: 'locked' } }, 'unlock'],
    ['as soon as a lock is asked for', { locking: true }, 'unlock'],
    ['while another one is chosen', { choosing: true }, 'welcome'],
    ['while another one is chosen beside a locked one', { choosing: true, status: { state: 'locked' } }, 'welcome'],
    ['while the passphrase of another one is asked for', { unlocking: 'w2' }, 'unlock'],
  ])('%s', (_, state, view) => {
    expect(windowView({ ...open, ...state })).toBe(view)
  })
})
