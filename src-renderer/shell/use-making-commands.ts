import {
  Baby,
  BadgePlus,
  FileInput,
  FlaskConical,
  FolderPlus,
  Handshake,
  HardDrive,
  Image as ImageIcon,
  Import,
  KeyRound,
  KeySquare,
  LayoutTemplate,
  Shapes,
  ShieldCheck,
  Tags,
  Ticket,
} from '@lucide/vue'
import { onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RouteLocationRaw } from 'vue-router'
import { isNavigationFailure, NavigationFailureType, useRouter } from 'vue-router'
import { attachmentsFolderOperations } from '../../shared/contract/attachments-folders.ts'
import { classificationOperations } from '../../shared/contract/classification.ts'
import type { RegistryKind } from '../../shared/contract/registries.ts'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import { oneOf } from '../i18n/i18n.ts'
import { useActing } from '../session/acting.ts'
import type { Making } from '../session/asked-for.ts'
import { useAskedFor } from '../session/asked-for.ts'
import { useRoleLimits } from '../session/use-role-limits.ts'
import { useSearcher } from '../session/use-searched.ts'
import { useWorkspaceChoice } from '../session/workspace-choice.ts'

const REGISTRIES: readonly RegistryKind[] = ['schemas', 'contexts', 'did-documents', 'status-lists']

interface Maker extends Pick<Command, 'title' | 'group' | 'icon' | 'whyNot'> {
  readonly what: Making
  readonly to: RouteLocationRaw & { readonly name: string }
}

/** Everything that is made, imported or agreed in a dialog of one page: the command leads there and the page opens it. */
export function useMakingCommands(): void {
  const { t } = useI18n()
  const router = useRouter()
  const acting = useActing()
  const askedFor = useAskedFor()
  const choice = useWorkspaceChoice()
  const searcher = useSearcher()
  const whyNot = useRoleLimits(searcher)

  let leadsTo: string | undefined
  // A page may have to be opened first, as the operator's desk with its password; who leaves it instead wants nothing more.
  onScopeDispose(router.afterEach(({ name }) => name !== leadsTo && askedFor.forget()))

  async function make({ what, to }: Pick<Maker, 'what' | 'to'>): Promise<void> {
    askedFor.ask(what)
    leadsTo = to.name
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
      ...(actor === undefined || acting.user?.agent || acting.user?.delegation ? [] : ofPerson(actor)),
      ...ofOperator(),
      ...ofTrust(),
    ]
    return [
      ...places.map(({ what, to, ...shown }) => ({ id: `make.${what}`, ...shown, run: () => void make({ what, to }) })),
      { id: 'make.workspace', title: t('welcome.new.title'), icon: HardDrive, run: makeWorkspace },
    ]
  })

  /** Workspaces are made where one is chosen, which is no page of the one in use. */
  function makeWorkspace(): void {
    askedFor.ask('workspace')
    choice.choose()
  }

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

  /** Neither an agent nor somebody acted for has children, delegates or a wallet to decide about. */
  function ofPerson(actor: string): readonly Maker[] {
    return [
      {
        what: 'child',
        title: t('people.child.new'),
        group: t('people.title'),
        icon: Baby,
        to: { name: 'people', params: { actor, tab: 'children' } },
      },
      {
        what: 'delegation',
        title: t('people.delegate.do'),
        group: t('people.title'),
        icon: Handshake,
        to: { name: 'people', params: { actor, tab: 'delegations' } },
      },
      {
        what: 'credential',
        title: t('wallet.import.open'),
        group: t('app.group.exchange'),
        icon: Import,
        to: { name: 'wallet', params: { actor, tab: 'credentials' } },
      },
    ]
  }

  function ofTrust(): readonly Maker[] {
    const group = t('trust.title')
    const at = (tab: string) => ({ name: 'trust', params: { tab } })
    return [
      { what: 'trusted-issuer', title: t('trust.issuers.add'), group, icon: ShieldCheck, to: at('issuers') },
      ...REGISTRIES.map((kind) => ({
        what: kind,
        title: t(oneOf('trust.registry.*.importTitle', kind)),
        group,
        icon: FileInput,
        to: at(kind),
      })),
      { what: 'subscription-key', title: t('trust.newKey.title'), group, icon: KeySquare, to: at('keys') },
    ]
  }

  function ofOperator(): readonly Maker[] {
    const group = t('operator.title')
    const at = (tab: string) => ({ name: 'operator', params: { tab } })
    return [
      { what: 'admission-token', title: t('operator.token.open'), group, icon: Ticket, to: at('audit') },
      { what: 'scheme', title: t('operator.schemes.new'), group, icon: Shapes, to: at('schemes') },
      { what: 'template', title: t('operator.templates.new'), group, icon: LayoutTemplate, to: at('templates') },
      { what: 'image', title: t('operator.images.new'), group, icon: ImageIcon, to: at('images') },
    ]
  }

  function ofAccess(actor: string): readonly Maker[] {
    const group = t('access.title')
    const at = (tab: string) => ({ name: 'access', params: { actor, tab } })
    return [
      { what: 'session', title: t('access.sessions.new'), group, icon: Ticket, to: at('sessions') },
      { what: 'login-key', title: t('access.loginKeys.new'), group, icon: KeyRound, to: at('login-keys') },
      { what: 'test-issuer', title: t('access.issuers.newTest'), group, icon: FlaskConical, to: at('issuers') },
      { what: 'token-issuer', title: t('access.issuers.add'), group, icon: BadgePlus, to: at('issuers') },
    ]
  }
}
