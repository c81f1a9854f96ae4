import { FlaskConical, FolderPlus, KeyRound, KeySquare, Tags, Ticket } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import type { RouteLocationRaw } from 'vue-router'
import { isNavigationFailure, NavigationFailureType, useRouter } from 'vue-router'
import { attachmentsFolderOperations } from '../../shared/contract/attachments-folders.ts'
import { classificationOperations } from '../../shared/contract/classification.ts'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import { useActing } from '../session/acting.ts'
import type { Making } from '../session/asked-for.ts'
import { useAskedFor } from '../session/asked-for.ts'
import { useRoleLimits } from '../session/use-role-limits.ts'
import { useSearcher } from '../session/use-searched.ts'

interface Maker extends Pick<Command, 'title' | 'group' | 'icon' | 'whyNot'> {
  readonly what: Making
  readonly to: RouteLocationRaw
}

/** Every "New …" whose dialog belongs to one page: the command leads there and the page opens it. */
export function useMakingCommands(): void {
  const { t } = useI18n()
  const router = useRouter()
  const acting = useActing()
  const askedFor = useAskedFor()
  const searcher = useSearcher()
  const whyNot = useRoleLimits(searcher)

  async function make(what: Making, to: RouteLocationRaw): Promise<void> {
    askedFor.ask(what)
    const failure = await router.push(to)
    // Whoever stays to keep what was typed is not asked later.
    if (isNavigationFailure(failure, NavigationFailureType.aborted)) askedFor.take(what)
  }

  useCommand((): Command[] => {
    const actor = searcher()
    const places: readonly Maker[] = [
      ...(actor === undefined ? [] : ofVault(actor)),
      // Agents have neither sessions nor keys of their own.
      ...(actor === undefined || acting.user?.agent ? [] : ofAccess(actor)),
      {
        what: 'subscription-key',
        title: t('trust.newKey.title'),
        group: t('trust.title'),
        icon: KeySquare,
        to: { name: 'trust', params: { tab: 'keys' } },
      },
    ]
    return places.map(({ what, to, ...shown }) => ({ id: `make.${what}`, ...shown, run: () => void make(what, to) }))
  })

  function ofVault(actor: string): readonly Maker[] {
    const at = (name: string) => ({ name, params: { actor } })
    return [
      {
        what: 'tag',
        title: t('tags.new'),
        group: t('tags.title'),
        icon: Tags,
        whyNot: whyNot(classificationOperations.classificationNodesPost),
        to: at('tags'),
      },
      {
        what: 'folder',
        title: t('files.new.title'),
        group: t('files.title'),
        icon: FolderPlus,
        whyNot: whyNot(attachmentsFolderOperations.attachmentsFoldersPost),
        to: at('files'),
      },
    ]
  }

  function ofAccess(actor: string): readonly Maker[] {
    const group = t('access.title')
    const at = (tab: string) => ({ name: 'access', params: { actor, tab } })
    return [
      { what: 'session', title: t('access.sessions.new'), group, icon: Ticket, to: at('sessions') },
      { what: 'login-key', title: t('access.loginKeys.new'), group, icon: KeyRound, to: at('login-keys') },
      { what: 'test-issuer', title: t('access.issuers.newTest'), group, icon: FlaskConical, to: at('issuers') },
    ]
  }
}
