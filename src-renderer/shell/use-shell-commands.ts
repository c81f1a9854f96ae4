import {
  AppWindow,
  ArrowLeftRight,
  Columns2,
  KeyRound,
  RotateCcw,
  Settings,
  Share2,
  UserPlus,
  UsersRound,
} from '@lucide/vue'
import { useRouter } from 'vue-router'
import { shareOperations } from '../../shared/contract/shares.ts'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import type { Command } from '../frame/commands.ts'
import { bestCommands, useCommand, useCommandSource } from '../frame/commands.ts'
import { t } from '../i18n/i18n.ts'
import { openAnotherWindow } from '../session/another-window.ts'
import { useActing } from '../session/acting.ts'
import { useShareDialog } from '../session/share-dialog.ts'
import { useRoleLimits } from '../session/use-role-limits.ts'
import { useStartOver } from '../session/start-over.ts'
import { useActorSwitch } from '../session/use-actor-switch.ts'
import { useUserDialogs } from '../session/user-dialogs.ts'
import { USER_ICONS } from '../session/user-icons.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { useWorkspaceChoice } from '../session/workspace-choice.ts'
import { stateText } from './state-text.ts'

/** The parts of the settings page. */
const SETTINGS = [
  'settings.appearance',
  'settings.protection.title',
  'settings.locks.title',
  'settings.file',
  'settings.backups.title',
  'settings.keys',
] as const

/** Commands on every page: users, workspaces, sharing. `@` finds users by name. */
export function useShellCommands(): void {
  const router = useRouter()
  const store = useWorkbenchStore()
  const choice = useWorkspaceChoice()
  const startOver = useStartOver()
  const dialogs = useUserDialogs()
  const acting = useActing()
  const shareDialog = useShareDialog()
  const whyNot = useRoleLimits(() => acting.user?.id)
  const switchTo = useActorSwitch()

  useCommand((): Command[] => [
    {
      id: 'frame.actor.add',
      title: t('frame.actor.add'),
      group: t('users.title'),
      keywords: ['new'],
      icon: UserPlus,
      run: () => dialogs.add(),
    },
    {
      id: 'users.several',
      title: t('users.several.open'),
      group: t('users.title'),
      keywords: ['new', 'random'],
      icon: UsersRound,
      run: () => dialogs.add('several'),
    },
    {
      id: 'users.existing',
      title: t('users.addExisting'),
      group: t('users.title'),
      icon: KeyRound,
      run: () => dialogs.add('existing'),
    },
    {
      id: 'side-by-side',
      title: t('sideBySide.open'),
      group: t('users.title'),
      icon: Columns2,
      shortcut: 'Ctrl+\\',
      run: openSides,
    },
    { id: 'workspace.switch', title: t('app.workspace.switch'), icon: ArrowLeftRight, run: () => choice.choose() },
    {
      id: 'window.another',
      title: t('app.workspace.window'),
      icon: AppWindow,
      keywords: ['new', 'tab'],
      run: () => void openAnotherWindow(),
    },
    ...SETTINGS.map((key) => ({
      id: key,
      title: `${t('settings.title')}: ${t(key)}`,
      icon: Settings,
      run: () => void router.push({ name: 'settings' }),
    })),
    { id: 'workspace.start-over', title: t('welcome.startOver.menu'), icon: RotateCcw, run: () => startOver.ask() },
  ])

  useCommand((): Command[] => {
    const { user } = acting
    if (user?.state !== 'signed_in') return []
    return [
      {
        id: 'sharing.share',
        title: t('sharing.share'),
        icon: Share2,
        whyNot: whyNot(shareOperations.itemsSharesPost),
        run: () => shareDialog.share(user.id),
      },
    ]
  })
  /** Opens the side-by-side view, with the open item. */
  function openSides(): void {
    const { name, params } = router.currentRoute.value
    if (name === 'side-by-side') return
    const item = name === 'items' && params['id'] !== 'new' ? params['id'] : undefined
    void router.push({
      name: 'side-by-side',
      params: { left: acting.user?.id ?? '' },
      query: typeof item === 'string' && item !== '' ? { item } : {},
    })
  }

  const asCommand = (user: WorkbenchUser): Command => ({
    id: `actor.${user.id}`,
    title: user.full_name,
    detail: stateText(user),
    icon: USER_ICONS[user.user_type],
    run: () => switchTo(user.id),
  })

  useCommandSource({
    id: 'users',
    group: t('users.title'),
    prefix: '@',
    search: (query) => bestCommands(store.users.map(asCommand), query),
  })
}
