import {
  Car,
  CreditCard,
  FileBadge,
  IdCard,
  KeyRound,
  Landmark,
  Laptop,
  LayoutTemplate,
  PawPrint,
  Plane,
  Plug,
  SquareDashed,
} from '@lucide/vue'
import type { Component } from 'vue'

/** The built-in templates: name, label, and icon. */
const OF_SYSTEM: readonly (readonly [name: string, label: string, icon: Component])[] = [
  ['vehicle', 'Vehicle', Car],
  ['password', 'Password', KeyRound],
  ['travel', 'Travel', Plane],
  ['passport_details', 'Passport details', IdCard],
  ['important_document', 'Important document', FileBadge],
  ['bank_item', 'Bank account', Landmark],
  ['membership_subscription', 'Membership or subscription', CreditCard],
  ['pet', 'Pet', PawPrint],
  ['device', 'Device', Laptop],
  ['services', 'Services', Plug],
  ['custom', 'Custom', SquareDashed],
]
const byName = new Map(OF_SYSTEM.map(([name, , icon]) => [name, icon]))
const byLabel = new Map(OF_SYSTEM.map(([, label, icon]) => [label, icon]))

/** The icon of a template without an image. */
export function templateIcon({ name, own }: { readonly name: string; readonly own: boolean }): Component {
  return (own ? undefined : byName.get(name)) ?? LayoutTemplate
}

/** The icon of an item, by the label of its template, which never changes. */
export function itemIcon({ item_template_label }: { readonly item_template_label: string }): Component {
  return byLabel.get(item_template_label) ?? LayoutTemplate
}
