import { defineStore } from 'pinia'
import type { Component, MaybeRefOrGetter } from 'vue'
import { computed, onScopeDispose, shallowReactive, toValue } from 'vue'
import { foldForSearch } from '../../shared/folded-text.ts'
import { beginsWithPhrase, bestMatches, rankOf, searchQuery, searchText } from '../../shared/word-search.ts'
import type { ActorLook } from '../ui/actor-look.ts'
import { useShortcuts } from './shortcuts.ts'
import { useSide } from './side.ts'

export interface Command {
  readonly id: string
  readonly title: string
  /** The heading in palette and key list. */
  readonly group?: string | undefined
  readonly detail?: string | undefined
  /** The user the command belongs to, if it belongs to one. */
  readonly owner?: ActorLook | undefined
  /** The section that it belongs to, for results of a search. */
  readonly place?: string | undefined
  /** Other words to find it by. */
  readonly keywords?: readonly string[]
  readonly shortcut?: string | undefined
  /** The shortcut works from inside a dialog, too. */
  readonly anywhere?: boolean
  readonly icon?: Component
  /** Why it cannot be run now: it is listed with the reason, and neither Enter nor its key runs it. */
  readonly whyNot?: string | undefined
  readonly run: () => void
}

/** A source of other results of the palette: items, people, users. */
export interface CommandSource {
  readonly id: string
  readonly group: string
  /** The prefix that limits a search to this source. */
  readonly prefix?: '@' | '/' | '#'
  /** `prefixed`: only with the prefix; `idle`: only while nothing is typed, above the commands. */
  readonly asked?: 'always' | 'prefixed' | 'idle'
  /** Whether the source is in use; its results are dropped when it is not. */
  readonly active?: () => boolean
  /** Makes the palette ask again when this value changes while it is open. */
  readonly changes?: () => unknown
  readonly search: (query: string, early?: EarlyAnswers) => readonly Command[] | Promise<readonly Command[]>
}

/** Lets a source return results before its search is complete. */
export interface EarlyAnswers {
  readonly show: (commands: readonly Command[]) => void
  /** Aborted when something else was typed. */
  readonly signal: AbortSignal
}

/** Everything the palette knows at the moment. */
export const useCommands = defineStore('commands', () => {
  const providers = shallowReactive(new Set<MaybeRefOrGetter<readonly Command[]>>())
  const registered = shallowReactive(new Set<CommandSource>())
  const commands = computed(() => lastOfEach([...providers].flatMap((provider) => toValue(provider))))
  const sources = computed(() => lastOfEach([...registered].filter(({ active }) => active?.() !== false)))

  function register(provider: MaybeRefOrGetter<readonly Command[]>): () => void {
    providers.add(provider)
    return () => void providers.delete(provider)
  }

  function registerSource(source: CommandSource): () => void {
    registered.add(source)
    return () => void registered.delete(source)
  }

  return { commands, sources, register, registerSource }
})

/** The last registration wins, as with keys: a command of one side replaces that of the frame. */
function lastOfEach<One extends { readonly id: string }>(all: readonly One[]): readonly One[] {
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/** Commands that exist as long as the calling component lives, on the active side; their shortcuts are live keys. */
export function useCommand(provider: MaybeRefOrGetter<readonly Command[]>): void {
  const side = useSide()
  onScopeDispose(useCommands().register(() => (side?.isActive() === false ? [] : toValue(provider))))
  useShortcuts(() =>
    toValue(provider).flatMap(({ shortcut, title, group, anywhere, whyNot, run }) =>
      shortcut === undefined || whyNot !== undefined ? [] : [{ keys: shortcut, label: title, group, anywhere, run }],
    ),
  )
}

/** A search source that exists as long as the calling component lives; one that is not on the active side is not asked. */
export function useCommandSource(source: CommandSource): void {
  const side = useSide()
  const active = (): boolean => side?.isActive() !== false && source.active?.() !== false
  onScopeDispose(useCommands().registerSource({ ...source, active }))
}

/** Commands that match the query by title, detail or keywords, best first. */
export function bestCommands(commands: readonly Command[], typed: string): readonly Command[] {
  return bestMatches(commands, typed, textsOf)
}

/** How well a command matches the typed text, as `rankOf` counts it; 0 if the matching text is not shown. */
export function commandRank(command: Command, typed: string): number {
  return rankOf(searchText(textsOf(command)), searchQuery(typed))
}

/** Whether its title begins with the typed text. */
export function isCalled({ title }: Command, typed: string): boolean {
  return beginsWithPhrase(foldForSearch(title), searchQuery(typed))
}

const textsOf = ({ title, detail, keywords = [] }: Command) => [title, detail, ...keywords]
