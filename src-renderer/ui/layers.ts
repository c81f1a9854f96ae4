/** The place of menus, tooltips and dialogs: a landmark of the frame, so that nothing lies outside of one. */
export const LAYERS = '#layers'
