import { defineStore } from 'pinia'
import type { Component, MaybeRefOrGetter } from 'vue'
import { computed, onScopeDispose, shallowReactive, toValue } from 'vue'
import { useShortcuts } from './shortcuts.ts'
import { useSide } from './side.ts'

export interface Command {
  readonly id: string
  readonly title: string
  /** The heading in palette and key list. */
  readonly group?: string | undefined
  readonly detail?: string | undefined
  /** Other words people look for. */
  readonly keywords?: readonly string[]
  readonly shortcut?: string | undefined
  readonly icon?: Component
  readonly run: () => void
}

/** Something besides commands that the palette can find: items, people, users. */
export interface CommandSource {
  readonly id: string
  readonly group: string
  /** Typed first, it searches this source alone. */
  readonly prefix?: '@' | '/' | '#'
  readonly search: (query: string) => readonly Command[] | Promise<readonly Command[]>
}

/** Everything the palette knows at the moment. */
export const useCommands = defineStore('commands', () => {
  const providers = shallowReactive(new Set<MaybeRefOrGetter<readonly Command[]>>())
  const sources = shallowReactive(new Set<CommandSource>())
  const commands = computed(() => [...providers].flatMap((provider) => toValue(provider)))

  function register(provider: MaybeRefOrGetter<readonly Command[]>): () => void {
    providers.add(provider)
    return () => void providers.delete(provider)
  }

  function registerSource(source: CommandSource): () => void {
    sources.add(source)
    return () => void sources.delete(source)
  }

  return { commands, sources, register, registerSource }
})

/** Commands that exist as long as the calling component lives, on the active side; their shortcuts are live keys. */
export function useCommand(provider: MaybeRefOrGetter<readonly Command[]>): void {
  const side = useSide()
  onScopeDispose(useCommands().register(() => (side?.isActive() === false ? [] : toValue(provider))))
  useShortcuts(() =>
    toValue(provider).flatMap(({ shortcut, title, group, run }) =>
      shortcut === undefined ? [] : [{ keys: shortcut, label: title, group, run }],
    ),
  )
}

/** A search source that exists as long as the calling component lives; one that is not on the active side finds nothing. */
export function useCommandSource(source: CommandSource): void {
  const side = useSide()
  const search = (query: string) => (side?.isActive() === false ? [] : source.search(query))
  onScopeDispose(useCommands().registerSource({ ...source, search }))
}

const NO_MATCH = 0

/**
 * How well a command fits what was typed; 0 is not at all. Every typed word must occur. A title that starts with the
 * text beats a word that starts with it, which beats a place inside a word; keywords count least.
 */
export function scoreOf(command: Pick<Command, 'title' | 'keywords' | 'detail'>, query: string): number {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const scores = words.map((word) => scoreWord(command, word))
  return scores.includes(NO_MATCH) ? NO_MATCH : scores.reduce<number>((sum, score) => sum + score, 1)
}

function scoreWord(
  { title, keywords = [], detail = '' }: Pick<Command, 'title' | 'keywords' | 'detail'>,
  word: string,
) {
  const text = title.toLocaleLowerCase()
  if (text.startsWith(word)) return 4
  if (text.split(/[\s-]+/).some((part) => part.startsWith(word))) return 3
  if (text.includes(word)) return 2
  return [...keywords, detail].some((other) => other.toLocaleLowerCase().includes(word)) ? 1 : NO_MATCH
}
