import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { ActorLook } from '../../ui/actor-look.ts'
import type { Tone } from '../../ui/tone.ts'

export function lookOf({ full_name, colour }: WorkbenchUser): ActorLook {
  return { name: full_name, colour }
}

export const STATE_TONES: Readonly<Record<WorkbenchUser['state'], Tone>> = {
  signed_in: 'ok',
  locked: 'neutral',
  incomplete: 'warn',
}
