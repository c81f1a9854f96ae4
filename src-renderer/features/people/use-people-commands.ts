import { Ticket, UserPlus, UserRound, UsersRound } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { connectionOperations } from '../../../shared/contract/connections.ts'
import { invitationOperations } from '../../../shared/contract/invitations.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { bestCommands, useCommand, useCommandSource } from '../../frame/commands.ts'
import { t } from '../../i18n/i18n.ts'
import { useActing } from '../../session/acting.ts'
import { usePeopleDialogs } from '../../session/people-dialogs.ts'
import { useRoleLimits } from '../../session/use-role-limits.ts'
import { useSearched, useSearcher } from '../../session/use-searched.ts'
import { peoplePlace } from './people-place.ts'

const PASTED_LINK = /^vaultbench:\/\/invitation\//

/** Palette commands for people: invite, use an invitation, open a person by name. */
export function usePeopleCommands(): void {
  const router = useRouter()
  const acting = useActing()
  const dialogs = usePeopleDialogs()

  const actor = useSearcher()
  const whyNot = useRoleLimits(actor)

  const useInvitation = (id: string, link?: string): Command => ({
    id: 'people.use',
    title: t('people.use'),
    group: t('people.title'),
    keywords: ['link', 'token', 'accept', 'connect'],
    icon: Ticket,
    whyNot: whyNot(connectionOperations.connectionsPost),
    run: () => dialogs.use(id, link),
  })

  useCommand((): Command[] => {
    const id = actor()
    if (id === undefined) return []
    return [
      {
        id: 'people.invite',
        title: t('people.invite'),
        group: t('people.title'),
        keywords: ['connect', 'share', 'qr'],
        icon: UserPlus,
        whyNot: whyNot(invitationOperations.invitationsPost),
        run: () => dialogs.invite(id),
      },
      useInvitation(id),
      {
        id: 'people.here',
        title: t('people.here.open'),
        group: t('people.title'),
        keywords: ['connect', 'invite', 'both'],
        icon: UsersRound,
        whyNot: whyNot(invitationOperations.invitationsPost),
        run: () => dialogs.here(id),
      },
    ]
  })

  const known = useSearched<ConnectionRow>({
    whose: actor,
    read: async (user_id) => (await call(workbenchPeopleOperations.connectionRows, { params: { user_id } })).rows,
  })

  const asCommand = (id: string, row: ConnectionRow): Command => ({
    id: `people.open.${row.connection_id}`,
    title: row.name,
    detail: t('people.connection'),
    owner: acting.look,
    place: t('people.title'),
    icon: UserRound,
    run: () => void router.push(peoplePlace(id, 'connections', row.connection_id)),
  })

  async function search(text: string): Promise<readonly Command[]> {
    const id = actor()
    if (id === undefined) return []
    if (PASTED_LINK.test(text.trim()))
      return [{ ...useInvitation(id, text.trim()), id: 'people.use.pasted', title: t('people.usePasted') }]
    const rows = await known()
    return bestCommands(
      rows.map((row) => asCommand(id, row)),
      text,
    )
  }

  useCommandSource({ id: 'people', group: t('people.title'), active: () => actor() !== undefined, search })
}
