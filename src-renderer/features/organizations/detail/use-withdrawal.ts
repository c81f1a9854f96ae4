import type { Organization } from '../../../../shared/contract/organizations.ts'
import { organizationOperations } from '../../../../shared/contract/organizations.ts'
import { callAs } from '../../../api/call.ts'
import { text } from '../../../i18n/i18n.ts'
import { useActor } from '../../../session/use-actor.ts'
import { useHeldRemoval } from '../../../session/use-held-removal.ts'

/** Taking back a request, or removing a rejected one, with Undo. */
export function useWithdrawal(actor: string) {
  const { look } = useActor(actor)
  const { remove: hold } = useHeldRemoval(() => undefined)

  function remove({ id, name, status }: Organization): void {
    const kind = status === 'rejected' ? 'removed' : 'takenBack'
    hold({
      id,
      text: text(`organizations.withdrawal.${kind}`, { name, actor: look.value.name }),
      send: () => callAs(actor)(organizationOperations.organizationsIdDelete, { params: { id } }),
      refused: (reason) => text('organizations.withdrawal.failed', { name, reason }),
    })
  }

  return { remove }
}
