import { Ticket, UserPlus, UserRound } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { call, CallError } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { useCommand, useCommandSource } from '../../frame/commands.ts'
import { useActing } from '../../session/acting.ts'
import { usePeopleDialogs } from '../../session/people-dialogs.ts'
import { peoplePlace } from './people-place.ts'

const PASTED_LINK = /^vaultbench:\/\/invitation\//

/** What can be done about people from every page: invite, use an invitation, go to somebody by typing the name. */
export function usePeopleCommands(): void {
  const { t } = useI18n()
  const router = useRouter()
  const acting = useActing()
  const dialogs = usePeopleDialogs()

  const actor = (): string | undefined => (acting.user?.state === 'signed_in' ? acting.user.id : undefined)
  const asActor = (act: (id: string) => void) => () => {
    const id = actor()
    if (id !== undefined) act(id)
  }

  const useInvitation = (link?: string): Command => ({
    id: 'people.use',
    title: t('people.use'),
    group: t('people.title'),
    keywords: ['link', 'token', 'accept', 'connect'],
    icon: Ticket,
    run: asActor((id) => dialogs.use(id, link)),
  })

  useCommand(() =>
    actor() === undefined
      ? []
      : [
          {
            id: 'people.invite',
            title: t('people.invite'),
            group: t('people.title'),
            keywords: ['connect', 'share', 'qr'],
            icon: UserPlus,
            run: asActor((id) => dialogs.invite(id)),
          },
          useInvitation(),
        ],
  )

  const asCommand = (id: string, row: ConnectionRow): Command => ({
    id: `people.open.${row.connection_id}`,
    title: row.name,
    detail: t('people.connection'),
    icon: UserRound,
    run: () => void router.push(peoplePlace(id, 'connections', row.connection_id)),
  })

  async function search(text: string): Promise<readonly Command[]> {
    const id = actor()
    if (id === undefined) return []
    if (PASTED_LINK.test(text.trim()))
      return [{ ...useInvitation(text.trim()), id: 'people.use.pasted', title: t('people.usePasted') }]
    try {
      const { rows } = await call(workbenchPeopleOperations.connectionRows, {
        params: { user_id: id },
        query: { text: text.slice(0, 255) },
      })
      return rows.map((row) => asCommand(id, row))
    } catch (error) {
      // Locked while typing: there is nothing to find any more.
      if (error instanceof CallError) return []
      throw error
    }
  }

  useCommandSource({ id: 'people', group: t('people.title'), search })
}
