/** The container of menus, tooltips and dialogs: a landmark of the frame, so that nothing is outside of one. */
export const LAYERS = '#layers'
