import { computed, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Command, CommandSource } from './commands.ts'
import { scoreOf, useCommands } from './commands.ts'
import { usePreferences } from './preferences.ts'

export interface PaletteGroup {
  readonly label: string
  readonly commands: readonly Command[]
}

const GROUP_LIMIT = 8

/** What the palette shows for a query: recent commands first while it is empty, then commands, then each source. */
export function usePaletteSearch(query: Readonly<Ref<string>>) {
  const { t } = useI18n()
  const registry = useCommands()
  const preferences = usePreferences()
  const found = shallowRef<readonly PaletteGroup[]>([])

  const prefix = computed(() => /^[@>/#]/.exec(query.value)?.[0])
  const wanted = computed(() => (prefix.value ? query.value.slice(1) : query.value).trim())

  const recent = computed(() =>
    preferences.recentCommands.flatMap((id) => registry.commands.filter((command) => command.id === id)),
  )
  const commands = computed(() =>
    registry.commands
      .map((command) => ({ command, score: scoreOf(command, wanted.value) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ command }) => command),
  )

  const groups = computed<readonly PaletteGroup[]>(() => {
    const idle = query.value.trim() === ''
    const others = idle ? commands.value.filter((command) => !recent.value.includes(command)) : commands.value
    return [
      { label: t('frame.palette.recent'), commands: idle ? recent.value : [] },
      { label: t('frame.palette.commands'), commands: prefix.value && prefix.value !== '>' ? [] : others },
      ...found.value,
    ].filter((group) => group.commands.length > 0)
  })

  const asked = computed(() => [...registry.sources].filter((source) => isAsked(source, prefix.value, wanted.value)))

  watch(
    [asked, wanted],
    async ([sources, text], _, onCleanup) => {
      const newer = new AbortController()
      onCleanup(() => newer.abort())
      const answers = await Promise.all(sources.map((source) => answerOf(source, text)))
      if (!newer.signal.aborted) found.value = answers
    },
    { immediate: true },
  )

  return { groups, wanted }
}

/** A prefix asks its own source, even for everything; without one, every source is asked once something is typed. */
function isAsked(source: CommandSource, prefix: string | undefined, wanted: string): boolean {
  return prefix === undefined ? wanted !== '' : source.prefix === prefix
}

async function answerOf(source: CommandSource, query: string): Promise<PaletteGroup> {
  const commands = await source.search(query)
  return { label: source.group, commands: commands.slice(0, GROUP_LIMIT) }
}
