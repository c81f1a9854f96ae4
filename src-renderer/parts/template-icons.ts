import {
  Car,
  CreditCard,
  FileBadge,
  IdCard,
  KeyRound,
  Landmark,
  Laptop,
  LayoutTemplate,
  NotebookText,
  PawPrint,
  Plane,
  Plug,
} from '@lucide/vue'
import type { Component, FunctionalComponent } from 'vue'
import { h } from 'vue'

/** The colours of tokens.css for kinds of items. A name is beside each icon: colour is never the only sign. */
const BLUE = '--actor-0'
const GREEN = '--actor-1'
const PURPLE = '--actor-2'
const ORANGE = '--actor-3'
const TEAL = '--actor-4'
const PINK = '--actor-5'
const OLIVE = '--actor-6'
const VIOLET = '--actor-7'

/** An icon in its colour; classes of the surrounding element set its size. */
function inColour(icon: Component, token: string): Component {
  const coloured: FunctionalComponent = (props) => h(icon, { ...props, style: { color: `var(${token})` } })
  coloured.displayName = 'KindIcon'
  return coloured
}

/** The built-in templates: name, label, and icon. */
const OF_SYSTEM: readonly (readonly [name: string, label: string, icon: Component])[] = [
  ['vehicle', 'Vehicle', inColour(Car, ORANGE)],
  ['password', 'Password', inColour(KeyRound, PINK)],
  ['travel', 'Travel', inColour(Plane, TEAL)],
  ['passport_details', 'Passport details', inColour(IdCard, PURPLE)],
  ['important_document', 'Important document', inColour(FileBadge, VIOLET)],
  ['bank_item', 'Bank account', inColour(Landmark, GREEN)],
  ['membership_subscription', 'Membership or subscription', inColour(CreditCard, BLUE)],
  ['pet', 'Pet', inColour(PawPrint, ORANGE)],
  ['device', 'Device', inColour(Laptop, VIOLET)],
  ['services', 'Services', inColour(Plug, GREEN)],
  ['custom', 'Custom', inColour(NotebookText, OLIVE)],
]
const OWN = inColour(LayoutTemplate, TEAL)
const byName = new Map(OF_SYSTEM.map(([name, , icon]) => [name, icon]))
const byLabel = new Map(OF_SYSTEM.map(([, label, icon]) => [label, icon]))

/** The icon of a template without an image. */
export function templateIcon({ name, own }: { readonly name: string; readonly own: boolean }): Component {
  return (own ? undefined : byName.get(name)) ?? OWN
}

/** The icon of an item, by the label of its template, which never changes. */
export function itemIcon({ item_template_label }: { readonly item_template_label: string }): Component {
  return byLabel.get(item_template_label) ?? OWN
}
