import {
  Activity,
  ContactRound,
  FileKey2,
  Files,
  History,
  House,
  ListChecks,
  Settings,
  Share2,
  Tags,
} from '@lucide/vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NavEntry, NavGroup } from '../frame/nav.ts'
import { useActing } from '../session/acting.ts'
import { useOpenTasks } from '../session/use-open-tasks.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { useWaitingShares } from '../session/use-waiting-shares.ts'
import { waitingUsers } from '../session/waiting-users.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { useAdminGroup } from './use-admin-group.ts'
import { useExchangeGroup } from './use-exchange-group.ts'

/** The rail. Sections that belong to a user exist once there is one. */
export function useNavSections() {
  const { t } = useI18n()
  const store = useWorkbenchStore()
  const acting = useActing()
  const dialogs = useUserDialogs()
  const sharesToAccept = useWaitingShares(() => acting.user?.id)

  const openTasks = useOpenTasks(() => acting.user?.id)
  const admin = useAdminGroup()
  const exchange = useExchangeGroup()

  const ofUser = (entry: Omit<NavEntry, 'to'>): NavEntry[] =>
    acting.user === undefined ? [] : [{ ...entry, to: { name: entry.id, params: { actor: acting.user.id } } }]
  const waiting = (): number => waitingUsers(store, dialogs.adding === 'new').length

  return computed<NavGroup[]>(() =>
    [
      {
        id: 'vault',
        label: t('app.group.vault'),
        entries: [
          ...ofUser({ id: 'home', label: t('home.title'), icon: House, shortcut: 'G H', count: waiting() }),
          ...ofUser({ id: 'items', label: t('items.title'), icon: FileKey2, shortcut: 'G I' }),
          ...ofUser({ id: 'tags', label: t('tags.title'), icon: Tags, shortcut: 'G L' }),
          ...ofUser({ id: 'files', label: t('files.title'), icon: Files, shortcut: 'G F' }),
          ...ofUser({
            id: 'sharing',
            label: t('sharing.title'),
            icon: Share2,
            shortcut: 'G S',
            count: sharesToAccept.value,
          }),
          ...ofUser({ id: 'people', label: t('people.title'), icon: ContactRound, shortcut: 'G P' }),
          ...ofUser({
            id: 'tasks',
            label: t('tasks.title'),
            icon: ListChecks,
            shortcut: 'G T',
            count: openTasks.value,
          }),
          ...ofUser({ id: 'events', label: t('events.title'), icon: History, shortcut: 'G E' }),
        ],
      },
      admin.value,
      exchange.value,
      {
        id: 'lab',
        label: t('app.group.lab'),
        entries: [{ id: 'inspector', label: t('inspector.title'), icon: Activity, to: { name: 'inspector' } }],
      },
      {
        id: 'settings',
        label: t('app.group.settings'),
        entries: [{ id: 'settings', label: t('settings.title'), icon: Settings, to: { name: 'settings' } }],
      },
    ].filter(({ entries }) => entries.length > 0),
  )
}
