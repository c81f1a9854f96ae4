import { wipe } from '../crypto/keys.ts'
import type { Account } from './account.ts'

/**
 * Passphrases of invitations whose shares wait for acceptance: their keys are withheld until then, so the passphrase is
 * kept until it is of use, in memory, and wiped with the account.
 */
export interface HeldPassphrases {
  hold(shareId: string, passphrase: string): void
  find(shareId: string): string | undefined
  drop(shareId: string): void
}

export function createHeldPassphrases(account: Account): HeldPassphrases {
  const held = new Map<string, Buffer>()
  account.whenWiped(() => {
    wipe(...held.values())
    held.clear()
  })
  return {
    hold(shareId, passphrase) {
      drop(shareId)
      held.set(shareId, Buffer.from(passphrase, 'utf8'))
    },
    find: (shareId) => held.get(shareId)?.toString('utf8'),
    drop,
  }

  function drop(shareId: string): void {
    wipe(held.get(shareId) ?? Buffer.alloc(0))
    held.delete(shareId)
  }
}
