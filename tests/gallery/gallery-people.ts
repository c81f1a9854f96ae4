import type { SwitchableActor } from '../../src-renderer/frame/ActorSwitcher.vue'

/** Filler for the gallery. */
export const actors: readonly [SwitchableActor, SwitchableActor, ...SwitchableActor[]] = [
  { id: 'alice', name: 'Alice Weber', colour: 0, detail: 'person, signed in' },
  { id: 'bob', name: 'Bob Okafor', colour: 1, detail: 'person, signed in', waiting: 2 },
  { id: 'carlos', name: 'Carlos Lima', colour: 2, detail: 'person, session ended' },
  { id: 'dana', name: 'Dana Novak', colour: 3, detail: 'organization admin' },
  { id: 'kim', name: 'Kim Weber', colour: 4, detail: 'child user of Alice' },
]
