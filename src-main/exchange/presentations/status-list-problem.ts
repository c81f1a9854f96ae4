import { faultOfList } from '../registries/credential-status.ts'
import type { HeldStatusList } from '../registries/registry.ts'
import { isFailed } from './check-row.ts'
import type { World } from './gather.ts'
import { checkList } from './world.ts'

/**
 * Why check 24 would not use a status list (contract 7.5): the first of its own checks that fails, or what is wrong with
 * its bits; null when nothing is.
 */
export async function statusListProblem(url: string, held: HeldStatusList, world: World): Promise<string | null> {
  const { document, checks } = await checkList(held.credential, world)
  const failed = checks.find(isFailed)
  if (failed !== undefined) return `${failed.check}: ${failed.message}`
  return faultOfList(document, { url, held, now: world.now })
}
