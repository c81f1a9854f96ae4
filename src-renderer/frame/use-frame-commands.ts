import { Keyboard, Languages, Lock, PanelBottom, PanelLeft, Search, SunMoon, Users } from '@lucide/vue'
import { usePreferredDark } from '@vueuse/core'
import type { MaybeRefOrGetter } from 'vue'
import { toValue } from 'vue'
import { useRouter } from 'vue-router'
import { oneOf, t } from '../i18n/i18n.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { useToasts } from '../ui/toasts.ts'
import type { Command } from './commands.ts'
import { useCommand } from './commands.ts'
import { useFrame } from './frame-store.ts'
import type { NavGroup } from './nav.ts'
import { usePreferences } from './preferences.ts'
import { useShortcuts } from './shortcuts.ts'

const THEMES = ['system', 'light', 'dark', 'contrast'] as const

/** Moves the focus to the next visible pane of the window, in the order of the page, and around. */
function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isVisible)
  const from = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  panes[(from + 1) % panes.length]?.focus()
}

/** Moves the focus to the filter of the current list: the last one that is visible, on the active side if there are two. */
function focusPageFilter(): void {
  const side = document.querySelector('[data-side=active]') ?? document
  const filter = [...side.querySelectorAll<HTMLInputElement>('[data-page-filter]')].findLast(isVisible)
  filter?.focus()
  filter?.select()
}

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility()
}

/** The frame's own commands and keys: for its layers, its panes, and each section. */
export function useFrameCommands(sections: MaybeRefOrGetter<readonly NavGroup[]>, lock: () => void): void {
  const frame = useFrame()
  const preferences = usePreferences()
  const router = useRouter()
  const toasts = useToasts()
  const systemIsDark = usePreferredDark()

  /** Reports the undone action, which may be out of sight by then. A refusal was reported already. */
  async function undoLast(): Promise<void> {
    const last = await toasts.undoLast()
    if (last === undefined) toasts.show({ text: t('ui.nothingToUndo'), link: null })
    else if (last.undone) toasts.show({ text: t('ui.didUndo', { text: last.toast.text }), link: last.toast.link })
  }

  function switchTheme(): void {
    const dark = preferences.theme === 'dark' || (preferences.theme === 'system' && systemIsDark.value)
    preferences.theme = dark ? 'light' : 'dark'
  }

  useCommand((): Command[] => [
    {
      id: 'frame.rail',
      title: t('frame.keys.rail'),
      icon: PanelLeft,
      shortcut: 'Ctrl+B',
      run: () => (frame.railCollapsed = !frame.railCollapsed),
    },
    {
      id: 'frame.inspector',
      title: t('frame.keys.inspector'),
      icon: PanelBottom,
      shortcut: 'Ctrl+J',
      run: () => (frame.drawerOpen = !frame.drawerOpen),
    },
    {
      id: 'frame.actor',
      title: t('frame.keys.actor'),
      icon: Users,
      shortcut: 'Ctrl+Shift+U',
      run: () => (frame.actorsOpen = true),
    },
    { id: 'frame.filter', title: t('frame.keys.filter'), icon: Search, shortcut: 'Ctrl+F', run: focusPageFilter },
    { id: 'frame.lock', title: t('frame.lock'), icon: Lock, shortcut: 'Ctrl+L', anywhere: true, run: lock },
    { id: 'frame.theme', title: t('frame.keys.theme'), icon: SunMoon, run: switchTheme },
    {
      id: 'frame.keys',
      title: t('frame.keys.list'),
      icon: Keyboard,
      shortcut: '?',
      run: () => (frame.keysOpen = true),
    },
  ])
  useCommand((): Command[] => [
    ...THEMES.map((theme) => ({
      id: `frame.theme.${theme}`,
      title: `${t('ui.theme.label')}: ${t(oneOf('ui.theme.{system,light,dark,contrast}', theme))}`,
      icon: SunMoon,
      run: () => (preferences.theme = theme),
    })),
    ...LANGUAGES.map(({ id, name }) => ({
      id: `frame.language.${id}`,
      title: `${t('frame.language.label')}: ${name}`,
      icon: Languages,
      run: () => (preferences.language = id),
    })),
  ])
  useShortcuts(() => [
    { keys: 'Ctrl+K', label: t('frame.search'), run: () => frame.openPalette() },
    { keys: 'Ctrl+Z', label: t('frame.keys.undo'), run: () => void undoLast(), notInFields: true },
    { keys: 'F6', label: t('frame.keys.nextPane'), run: focusNextPane },
  ])

  useCommand(() =>
    toValue(sections).flatMap(({ entries, label }) =>
      entries.map((entry) => ({
        id: `go.${entry.id}`,
        title: entry.label,
        detail: label,
        group: t('frame.keys.goTo'),
        icon: entry.icon,
        shortcut: entry.shortcut,
        run: () => void router.push(entry.to),
      })),
    ),
  )
}
