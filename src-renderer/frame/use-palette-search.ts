import { computed, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { t } from '../i18n/i18n.ts'
import type { Command, CommandSource } from './commands.ts'
import { bestCommands, commandRank, useCommands } from './commands.ts'
import { usePreferences } from './preferences.ts'

export interface PaletteGroup {
  readonly label: string
  readonly commands: readonly Command[]
}

/** With a prefix, one source has all the room; without one, each source has a few results. */
const GROUP_LIMIT = 12
const MIXED_LIMIT = 5

/** The results of a source, with their query. */
interface Answer {
  readonly text: string
  readonly commands: readonly Command[]
}

/**
 * The results of the palette for a query: recent places and commands while it is empty, then commands, then each
 * source. Without a prefix, the best results come first, of whatever source. The results of a source are shown as soon
 * as it answers, so that a slow source delays no other.
 */
export function usePaletteSearch(query: Readonly<Ref<string>>, open: () => boolean) {
  const registry = useCommands()
  const preferences = usePreferences()
  const prefix = computed(() => /^[@>/#]/.exec(query.value)?.[0])
  const wanted = computed(() => (prefix.value ? query.value.slice(1) : query.value).trim())
  const idle = computed(() => query.value.trim() === '')
  const mixed = computed(() => !idle.value && prefix.value === undefined)
  const limit = computed(() => (mixed.value ? MIXED_LIMIT : GROUP_LIMIT))

  const recent = computed(() =>
    preferences.recentCommands.flatMap((id) => registry.commands.filter((command) => command.id === id)),
  )
  const commands = computed(() => {
    const fitting = bestCommands(registry.commands, wanted.value)
    return mixed.value ? fitting.slice(0, MIXED_LIMIT) : fitting
  })

  const asked = computed(() =>
    open() ? registry.sources.filter((source) => isAsked(source, prefix.value, wanted.value)) : [],
  )
  const { answers, searching } = useAnswers(asked, wanted)
  const found = computed<readonly PaletteGroup[]>(() =>
    asked.value.map((source) => ({ label: source.group, commands: shownOf(answers.value.get(source)) })),
  )
  const groups = computed<readonly PaletteGroup[]>(() => {
    const others = idle.value ? commands.value.filter((command) => !recent.value.includes(command)) : commands.value
    const all = [
      ...(idle.value ? found.value : []),
      { label: t('frame.palette.recent'), commands: idle.value ? recent.value : [] },
      { label: t('frame.palette.commands'), commands: prefix.value && prefix.value !== '>' ? [] : others },
      ...(idle.value ? [] : found.value),
    ].filter((group) => group.commands.length > 0)
    return mixed.value ? all.toSorted((one, other) => rankOfBest(other) - rankOfBest(one)) : all
  })
  const rankOfBest = ({ commands: [best] }: PaletteGroup): number => (best ? commandRank(best, wanted.value) : 0)

  /** Earlier results stay while they still match, until the source answers again. */
  function shownOf(answer: Answer | undefined): readonly Command[] {
    if (answer === undefined) return []
    const isNew = answer.text === wanted.value
    const fitting = isNew ? answer.commands : bestCommands(answer.commands, wanted.value)
    return fitting.slice(0, limit.value)
  }

  return { groups, wanted, searching }
}

/** Asks every source after each key press, and keeps the latest answer of each. */
function useAnswers(asked: Readonly<Ref<readonly CommandSource[]>>, wanted: Readonly<Ref<string>>) {
  const answers = shallowRef<ReadonlyMap<CommandSource, Answer>>(new Map())
  const pending = shallowRef(0)

  watch(
    [asked, wanted, () => asked.value.map((source) => source.changes?.())],
    ([sources, text], _, onCleanup) => {
      const newer = new AbortController()
      onCleanup(() => newer.abort())
      // Drops results of unused sources: those of a locked user, or all when the palette closes.
      answers.value = new Map([...answers.value].filter(([source]) => sources.includes(source)))
      pending.value = sources.length
      for (const source of sources) void ask(source, text, newer.signal)
    },
    { immediate: true, flush: 'sync' },
  )

  async function ask(source: CommandSource, text: string, signal: AbortSignal): Promise<void> {
    const show = (commands: readonly Command[]): void => {
      if (signal.aborted) return
      // A second empty answer is not stored: drawing the list again would take longer than the search.
      const isNothingNew = commands.length === 0 && (answers.value.get(source)?.commands ?? []).length === 0
      if (!isNothingNew) answers.value = new Map([...answers.value, [source, { text, commands }]])
    }
    try {
      const known = source.search(text, { show, signal })
      // An answer that is not a promise is shown at once, without a tick in between.
      show(known instanceof Promise ? await known : known)
    } finally {
      if (!signal.aborted) pending.value -= 1
    }
  }

  return { answers, searching: computed(() => pending.value > 0) }
}

/** A prefix asks its own source, even for everything; without one, sources are asked once something is typed. */
function isAsked(
  { asked = 'always', prefix: own }: CommandSource,
  prefix: string | undefined,
  wanted: string,
): boolean {
  if (prefix !== undefined) return own === prefix
  return wanted === '' ? asked === 'idle' : asked === 'always'
}
