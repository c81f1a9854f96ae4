import { Building2, LogIn, Plus } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { asUser, callService } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import type { Command } from '../../frame/commands.ts'
import { bestCommands, useCommand, useCommandSource } from '../../frame/commands.ts'
import { oneOf, t, text } from '../../i18n/i18n.ts'
import { useActing } from '../../session/acting.ts'
import { useSearched, useSearcher } from '../../session/use-searched.ts'
import { showToast } from '../../ui/toasts.ts'
import { isOrganizationChange } from './organization-changes.ts'
import { newOrganizationPlace, organizationPlace } from './organization-place.ts'
import { partyMay } from './rights.ts'
import { useAgentEntry } from './use-agent-sign-in.ts'

type Page = ReplyFor<typeof organizationOperations.organizationsGet>

/** An organization or a service that the actor can act as. */
interface Agent {
  readonly organization: string
  readonly service: string | null
  readonly name: string
}

/** The number of entries of each list that are searched. */
const MAX_SEARCHED = 200

/** Commands on every page: request an organization, open one by its name, act as one or as one of its services. */
export function useOrganizationCommands(): void {
  const router = useRouter()
  const acting = useActing()

  useCommand((): Command[] => {
    const { user } = acting
    if (user?.state !== 'signed_in' || user.user_type !== 'human') return []
    const run = (): void => void router.push(newOrganizationPlace(user.id))
    const [title, group] = [t('organizations.request'), t('organizations.title')]
    return [{ id: 'organizations.request', title, group, icon: Plus, run }]
  })
  useOrganizationSearch()
}

/** Finds organizations in the palette, and lets members act as them and as their services. */
function useOrganizationSearch(): void {
  const router = useRouter()
  const enter = useAgentEntry()
  const searcher = useSearcher()
  const pages = useSearched<Page>({ whose: searcher, read: readPages, changes: isOrganizationChange })

  async function act(actor: string, { organization, service, name }: Agent): Promise<void> {
    try {
      await enter(actor, organization, service)
    } catch (error) {
      const reason = `${t('organizations.actFailed', { name })}. ${failureOf(error).message}`
      showToast({ text: reason, tone: 'bad', link: organizationPlace(actor, organization) })
    }
  }

  async function search(typed: string): Promise<readonly Command[]> {
    const actor = searcher()
    if (actor === undefined) return []
    const found = (await pages()).flatMap((page) => commandsOf(actor, page))
    // Removes duplicates, because own organizations are also in the list of all.
    const once = new Map(found.map((command) => [command.id, command]))
    return bestCommands([...once.values()], typed)
  }

  useCommandSource({
    id: 'organizations',
    group: t('organizations.title'),
    active: () => searcher() !== undefined,
    search,
  })

  function commandsOf(actor: string, { organizations, services }: Page): Command[] {
    return organizations.flatMap((one) => {
      const role = one.own_role ?? undefined
      const own = services.filter(({ organization_id }) => organization_id === one.id)
      return [
        {
          id: `organizations.open.${one.id}`,
          title: one.name,
          detail: text(oneOf('organizations.state.*', one.status)),
          place: text('organizations.title'),
          icon: Building2,
          run: () => void router.push(organizationPlace(actor, one.id)),
        },
        ...(partyMay(role, 'organizationsIdLoginPost')
          ? [actCommand(actor, { organization: one.id, service: null, name: one.name })]
          : []),
        ...(partyMay(role, 'organizationsOrganizationIdServicesIdLoginPost')
          ? own.map(({ id, name }) => actCommand(actor, { organization: one.id, service: id, name }))
          : []),
      ]
    })
  }

  function actCommand(actor: string, agent: Agent): Command {
    return {
      id: `organizations.act.${agent.service ?? agent.organization}`,
      title: text('parts.actAs', { name: agent.name }),
      detail: text(agent.service === null ? 'organizations.one' : 'organizations.service.one'),
      place: text('organizations.title'),
      icon: LogIn,
      run: () => void act(actor, agent),
    }
  }
}

function readPages(actor: string): Promise<readonly Page[]> {
  const readOne = (mode?: 'member' | 'requested'): Promise<Page> =>
    callService(asUser(actor), organizationOperations.organizationsGet, {
      query: { per_page: MAX_SEARCHED, ...(mode && { mode }) },
    })
  return Promise.all([readOne('member'), readOne('requested'), readOne()])
}
