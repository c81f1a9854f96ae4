import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { PersonClient } from '../../client/client.ts'
import { resealFolders } from '../../client/folders/reseal-folders.ts'
import type { ResealElsewhere } from '../../client/items/reseal.ts'
import { resealUnderNewKey } from '../../client/items/reseal.ts'
import { createYield } from '../../client/account/yielding.ts'
import type { Log } from '../../service/ports.ts'
import { resealWallet } from '../../wallet/store/reseal-wallet.ts'
import type { WalletStore } from '../../wallet/store/wallet-store.ts'

/** Errors of a call during which the session or the workspace ended. */
const OVER: readonly string[] = ['unauthorized', 'workspace_locked']

export interface KeyResealingOptions {
  readonly wallets: Pick<WalletStore, 'sealedTexts' | 'findSealedText' | 'replaceSealedText'>
  readonly log: Log
}

export type KeyResealing = ReturnType<typeof createKeyResealing>

/**
 * Continues sealing a person's data again after the keys were replaced, at every sign-in, from where it was
 * interrupted.
 */
export function createKeyResealing({ wallets, log }: KeyResealingOptions) {
  return {
    /** Returns immediately; does nothing for a person without replaced keys. */
    lookAt(client: PersonClient): void {
      if ((client.account.keys().formerDataKeys ?? []).length > 0) void reseal(client)
    },
  }

  async function reseal(client: PersonClient): Promise<void> {
    const { account } = client
    const owner = { ownerId: account.vaultUserId, keys: () => account.keys() }
    const elsewhere: ResealElsewhere = async () => {
      const folders = await resealFolders(account)
      const wallet = await resealWallet(wallets, owner, createYield())
      return { moved: folders.moved + wallet.moved, left: folders.left + wallet.left }
    }
    try {
      await resealUnderNewKey(client, elsewhere)
    } catch (error) {
      // The person signed out or the workspace was locked: the next sign-in continues.
      if (error instanceof ServiceError || (error instanceof CallError && OVER.includes(error.code))) return
      log.error('what a former key sealed could not be sealed again', error)
    }
  }
}
