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
import type { Component } from 'vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Command } from '../frame/commands.ts'
import { useCommand } from '../frame/commands.ts'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import type { PlaceName } from '../frame/places.ts'
import { linkTo } from '../frame/places.ts'
import { throughOf } from '../session/acting-through.ts'
import { useActing } from '../session/acting.ts'
import { useReviewQueue } from '../session/review-queue.ts'
import { useOpenRequests } from '../session/use-open-requests.ts'
import { useOpenTasks, useWaitingShares } from '../session/use-waiting-count.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { waitingUsers } from '../session/waiting-users.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** The rail. Sections that belong to a user exist once there is one. */
export function useNavSections() {
  const { t } = useI18n()
  const store = useWorkbenchStore()
  const acting = useActing()
  const dialogs = useUserDialogs()
  const reviews = useReviewQueue()
  const openRequests = useOpenRequests()
  const sharesToAccept = useWaitingShares(() => acting.user?.id)
  const openTasks = useOpenTasks(() => acting.user?.id)
  const waiting = (): number => waitingUsers(store, dialogs.adding === 'new').length

  /** Agents, and those who are acted for, have neither sessions and keys of their own here nor credentials. */
  const person = (): string | undefined => (acting.user && throughOf(acting.user) ? undefined : acting.user?.id)
  useExchangeCommands(person)

  type More = Pick<NavEntry, 'shortcut' | 'count'>
  const section = (id: PlaceName, title: string, icon: Component, more: More = {}): NavEntry => {
    return { id, label: t(title), icon, to: { name: id }, ...more }
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
          section('home', 'home.title', House, { shortcut: 'G H', count: waiting() }),
          section('items', 'items.title', FileKey2, { shortcut: 'G I' }),
          section('tags', 'tags.title', Tags, { shortcut: 'G L' }),
          section('files', 'files.title', Files, { shortcut: 'G F' }),
          section('sharing', 'sharing.title', Share2, { shortcut: 'G S', count: sharesToAccept.value }),
          section('people', 'people.title', ContactRound, { shortcut: 'G P' }),
          section('tasks', 'tasks.title', ListChecks, { shortcut: 'G T', count: openTasks.value }),
          section('events', 'events.title', History, { shortcut: 'G E' }),
        ),
      },
      {
        id: 'admin',
        label: t('app.group.admin'),
        entries: [
          ...of(actor, section('organizations', 'organizations.title', Building2, { shortcut: 'G O' })),
          ...of(person(), section('access', 'access.title', KeyRound, { shortcut: 'G A' })),
          section('operator', 'operator.title', ShieldUser, { count: reviews.count }),
          section('users', 'users.title', UsersRound, { shortcut: 'G U' }),
        ],
      },
      {
        id: 'exchange',
        label: t('app.group.exchange'),
        entries: [
          section('definitions', 'definitions.title', FileSearch, { shortcut: 'G D' }),
          section('requests', 'requests.title', ScanLine, { shortcut: 'G R', count: openRequests.value }),
          ...of(person(), section('wallet', 'wallet.title', WalletCards, { shortcut: 'G W' })),
          section('trust', 'trust.title', ShieldCheck),
        ],
      },
      { id: 'lab', label: t('app.group.lab'), entries: [section('inspector', 'inspector.title', Activity)] },
      { id: 'settings', label: t('app.group.settings'), entries: [section('settings', 'settings.title', Settings)] },
    ].filter(({ entries }) => entries.length > 0)
  })
}

/** What can be done with presentations from every page: make definitions and requests, go to parts of the wallet. */
function useExchangeCommands(person: () => string | undefined): void {
  const { t } = useI18n()
  const router = useRouter()
  const command = (id: string, title: string, icon: Component, to: ReturnType<typeof linkTo>): Command => {
    return { id, title: t(title), group: t('app.group.exchange'), icon, run: () => void router.push(to) }
  }
  useCommand(() => {
    const actor = person()
    return [
      command('definitions.new', 'definitions.new', FileSearch, linkTo('definition-new')),
      command('requests.new', 'requests.new', ScanLine, linkTo('new-request')),
      ...(actor === undefined
        ? []
        : [
            command('wallet.issue', 'wallet.issue.open', Stamp, linkTo('wallet', { actor, tab: 'issue' })),
            command('wallet.matrix', 'wallet.matrix.open', FlaskConical, linkTo('wallet', { actor, tab: 'scenarios' })),
          ]),
    ]
  })
}
