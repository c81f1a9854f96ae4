/** Where menus, tooltips and dialogs are put: a landmark of the frame, so that nothing lies outside of one. */
export const LAYERS = '#layers'
