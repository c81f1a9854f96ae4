import {
  Activity,
  Building2,
  ContactRound,
  FileKey2,
  Files,
  FileSearch,
  FlaskConical,
  History,
  House,
  KeyRound,
  ListChecks,
  ScanLine,
  Settings,
  Share2,
  ShieldCheck,
  ShieldUser,
  Stamp,
  Tags,
  UsersRound,
  WalletCards,
} from '@lucide/vue'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import type { PlaceName } from '../frame/places.ts'
import { linkTo } from '../frame/places.ts'
import { t } from '../i18n/i18n.ts'
import { throughOf } from '../session/acting-through.ts'
import { useActing } from '../session/acting.ts'
import { useReviewQueue } from '../session/review-queue.ts'
import { useOpenRequests } from '../session/use-open-requests.ts'
import { useOpenTasks, useWaitingShares } from '../session/use-waiting-count.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { waitingUsers } from '../session/waiting-users.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** The sections of the rail. Those of a user need a user. */
export function useNavSections() {
  const store = useWorkbenchStore()
  const acting = useActing()
  const dialogs = useUserDialogs()
  const reviews = useReviewQueue()
  const openRequests = useOpenRequests()
  const sharesToAccept = useWaitingShares(() => acting.user?.id)
  const openTasks = useOpenTasks(() => acting.user?.id)
  const waiting = (): number => waitingUsers(store, dialogs.adding === 'new').length

  /** Agents and represented accounts have no sessions, keys or credentials of their own. */
  const person = (): string | undefined => (acting.user && throughOf(acting.user) ? undefined : acting.user?.id)
  useExchangeCommands(person)

  /** The label is the key of a message. */
  const section = (id: PlaceName, shown: Omit<NavEntry, 'id' | 'to'>): NavEntry => {
    return { ...shown, id, label: t(shown.label), to: { name: id } }
  }
  const of = (actor: string | undefined, ...entries: readonly NavEntry[]): NavEntry[] =>
    actor === undefined ? [] : entries.map((entry) => ({ ...entry, to: { name: entry.id, params: { actor } } }))

  return computed<NavGroup[]>(() => {
    const actor = acting.user?.id
    return [
      {
        id: 'vault',
        label: t('app.group.vault'),
        entries: of(
          actor,
          section('home', { label: 'home.title', icon: House, shortcut: 'G H', count: waiting() }),
          section('items', { label: 'items.title', icon: FileKey2, shortcut: 'G I' }),
          section('tags', { label: 'tags.title', icon: Tags, shortcut: 'G L' }),
          section('files', { label: 'files.title', icon: Files, shortcut: 'G F' }),
          section('sharing', { label: 'sharing.title', icon: Share2, shortcut: 'G S', count: sharesToAccept.value }),
          section('people', { label: 'people.title', icon: ContactRound, shortcut: 'G P' }),
          section('tasks', { label: 'tasks.title', icon: ListChecks, shortcut: 'G T', count: openTasks.value }),
          section('events', { label: 'events.title', icon: History, shortcut: 'G E' }),
        ),
      },
      {
        id: 'admin',
        label: t('app.group.admin'),
        entries: [
          ...of(actor, section('organizations', { label: 'organizations.title', icon: Building2, shortcut: 'G O' })),
          ...of(person(), section('access', { label: 'access.title', icon: KeyRound, shortcut: 'G A' })),
          section('operator', { label: 'operator.title', icon: ShieldUser, count: reviews.count }),
          section('users', { label: 'users.title', icon: UsersRound, shortcut: 'G U' }),
        ],
      },
      {
        id: 'exchange',
        label: t('app.group.exchange'),
        entries: [
          section('definitions', { label: 'definitions.title', icon: FileSearch, shortcut: 'G D' }),
          section('requests', { label: 'label.requests', icon: ScanLine, shortcut: 'G R', count: openRequests.value }),
          ...of(person(), section('wallet', { label: 'wallet.title', icon: WalletCards, shortcut: 'G W' })),
          section('trust', { label: 'trust.title', icon: ShieldCheck }),
        ],
      },
      {
        id: 'diagnostics',
        label: t('app.group.diagnostics'),
        entries: [section('inspector', { label: 'frame.inspector', icon: Activity })],
      },
      {
        id: 'settings',
        label: t('app.group.settings'),
        entries: [section('settings', { label: 'settings.title', icon: Settings })],
      },
    ].filter(({ entries }) => entries.length > 0)
  })
}

/** Commands for presentations on every page: create definitions and requests, open parts of the wallet. */
function useExchangeCommands(person: () => string | undefined): void {
  const router = useRouter()
  const command = (id: string, shown: Pick<Command, 'title' | 'icon'>, to: ReturnType<typeof linkTo>): Command => {
    return { ...shown, id, title: t(shown.title), group: t('app.group.exchange'), run: () => void router.push(to) }
  }
  useCommand(() => {
    const actor = person()
    return [
      command('definitions.new', { title: 'definitions.new', icon: FileSearch }, linkTo('definition-new')),
      command('requests.new', { title: 'requests.new', icon: ScanLine }, linkTo('new-request')),
      ...(actor === undefined
        ? []
        : [
            command(
              'wallet.issue',
              { title: 'wallet.issue.open', icon: Stamp },
              linkTo('wallet', { actor, tab: 'issue' }),
            ),
            command(
              'wallet.matrix',
              { title: 'wallet.matrix.open', icon: FlaskConical },
              linkTo('wallet', { actor, tab: 'scenarios' }),
            ),
          ]),
    ]
  })
}
