import { ServiceError } from '../../shared/contract/errors.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** The caller for whom a task is done. */
export interface Sender {
  /** Distinguishes senders: a subscription key, or what else is known of a caller. */
  readonly key: string
  /** Tasks of a sender that belong together have the same group, for example those of one verifier request. */
  readonly group?: string | undefined
}

/** The sender of every task without a key: the wallet, tests, and programs that verify one presentation. */
export const ANYBODY: Sender = { key: '' }

/** Waiting tasks. Senders take turns, those that used little time recently first. */
export interface FairQueue<Task> {
  /**
   * When too many tasks of a sender, or in all, are waiting, the newest task of the largest group is dropped, provided
   * that group would still be larger than the new task's; so sending many at once shuts nobody out.
   *
   * @param refuse called if the task is dropped later; a task without it never is
   * @throws {ServiceError} `too_many_requests` when too many are waiting already
   */
  readonly add: (sender: Sender, task: Task, refuse?: (fault: ServiceError) => void) => void
  /** Removes the next task, of each sender and each of its groups in turn. Undefined when none is waiting. */
  readonly take: () => Task | undefined
  /** Adds the time a task took to its sender's usage, also if it did not have to wait. */
  readonly addUsage: (sender: Sender, milliseconds: number) => void
}

export interface WaitingLimits {
  readonly ofGroup: number
  readonly ofSender: number
  readonly ofAll: number
  /** Longest time in milliseconds that one task takes; callers that are refused are told to wait that long. */
  readonly taskMs: number
}

/** A waiting task holds up to a mebibyte, so only few may wait. */
export const WAITING_LIMITS: WaitingLimits = { ofGroup: 10, ofSender: 50, ofAll: 100, taskMs: 5000 }

/** Senders that used less time recently rank like a new one; above it, each doubling is a level of its own. */
const FIRST_LEVEL_MS = 250
/** Used time counts half after this many milliseconds of anybody's tasks, so that nobody is passed over for ever. */
const HALF_LIFE_MS = 10_000

/**
 * A multilevel feedback queue. In each round a sender waits for at most one task of every other sender, and for none of
 * those that used much more time: however many slow tasks strangers send, an honest one still comes next.
 */
export function fairQueue<Task>({ ofGroup, ofSender, ofAll, taskMs }: WaitingLimits = WAITING_LIMITS): FairQueue<Task> {
  // The order of a map is the order of the turns: whoever had one is taken out and put in again at the end.
  const senders = new Map<string, Map<string, Waiting<Task>[]>>()
  const usage = recentUsage()

  return {
    add({ key, group = '' }, task, refuse) {
      const groups = senders.get(key) ?? new Map<string, Waiting<Task>[]>()
      const tasks = groups.get(group) ?? []
      const fault = tooManyRequests('tasks of this caller are waiting', taskMs)
      if (tasks.length >= ofGroup) throw fault
      if (countOf([groups]) >= ofSender) makeRoom([groups], tasks.length, fault)
      else if (countOf(senders.values()) >= ofAll) makeRoom(senders.values(), tasks.length, fault)
      tasks.push({ task, refuse })
      groups.set(group, tasks)
      senders.set(key, groups)
    },
    take() {
      const key = usage.lightest(senders.keys(), (one) => one)
      const groups = senders.get(key ?? '')
      if (key === undefined || groups === undefined) return undefined
      const group = usage.lightest(groups.keys(), (one) => usageNameOf({ key, group: one })) ?? ''
      const tasks = groups.get(group) ?? []
      const next = tasks.shift()
      moveToEnd(groups, group, tasks.length > 0)
      moveToEnd(senders, key, groups.size > 0)
      return next?.task
    },
    addUsage(sender, milliseconds) {
      usage.add([sender.key, usageNameOf(sender)], milliseconds)
    },
  }
}

interface Waiting<Task> {
  readonly task: Task
  readonly refuse: ((fault: ServiceError) => void) | undefined
}

/**
 * Drops the newest task of the largest group.
 *
 * @throws {ServiceError} `fault`, when the group of the new task, with `own` tasks, is as large
 */
function makeRoom<Task>(all: Iterable<ReadonlyMap<string, Waiting<Task>[]>>, own: number, fault: ServiceError): void {
  let longest: Waiting<Task>[] = []
  for (const groups of all) {
    for (const tasks of groups.values()) if (tasks.length > longest.length && tasks.at(-1)?.refuse) longest = tasks
  }
  if (longest.length <= own + 1) throw fault
  longest.pop()?.refuse?.(fault)
}

/** A group's name in the usage table, where it cannot be mistaken for the key of a sender. */
function usageNameOf({ key, group = '' }: Sender): string {
  return JSON.stringify([key, group])
}

/** How much time senders and groups used recently. Small amounts are dropped, so that the table stays small. */
function recentUsage() {
  const usedMs = new Map<string, number>()
  const levelOf = (name: string) => Math.max(0, Math.ceil(Math.log2((usedMs.get(name) ?? 0) / FIRST_LEVEL_MS)))
  return {
    add(names: readonly string[], milliseconds: number): void {
      const decay = 0.5 ** (milliseconds / HALF_LIFE_MS)
      for (const name of names) usedMs.set(name, (usedMs.get(name) ?? 0) + milliseconds / decay)
      for (const [name, before] of usedMs) {
        if (before * decay < 1) usedMs.delete(name)
        else usedMs.set(name, before * decay)
      }
    },
    /** The first of those that used least. */
    lightest(names: Iterable<string>, nameOf: (one: string) => string): string | undefined {
      let lightest: { readonly name: string; readonly level: number } | undefined
      for (const name of names) {
        const level = levelOf(nameOf(name))
        if (lightest === undefined || level < lightest.level) lightest = { name, level }
      }
      return lightest?.name
    },
  }
}

/** Whether a task was refused because too many wait. */
export function isQueueFull(fault: unknown): boolean {
  return fault instanceof ServiceError && fault.code === 'too_many_requests'
}

function countOf<Task>(all: Iterable<ReadonlyMap<string, readonly Task[]>>): number {
  let count = 0
  for (const groups of all) for (const tasks of groups.values()) count += tasks.length
  return count
}

function moveToEnd<Value>(turns: Map<string, Value>, key: string, isNeeded: boolean): void {
  const value = turns.get(key)
  turns.delete(key)
  if (isNeeded && value !== undefined) turns.set(key, value)
}
