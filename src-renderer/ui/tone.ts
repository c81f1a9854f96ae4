import { Circle, CircleAlert, CircleCheck, CircleDot, Info, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'info'

export const TONE_ICONS: Readonly<Record<Tone, Component>> = {
  neutral: Circle,
  accent: CircleDot,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  info: Info,
}

export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  neutral: 'text-ink-3',
  accent: 'text-accent',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
}

/** The text and background colours of a tone. Colour is never the only sign: a word and often an icon go with it. */
export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-raised text-ink-2',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
}
