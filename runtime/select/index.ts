/** Selectors of lists, watches and deletecollection. Independent of storage. */
export { exactField, type FieldSelector, nameWanted, parseFieldSelector } from './field-selector.ts';
export { type LabelSelector, parseLabelSelector } from './label-selector.ts';
export { fewConditions } from './many-requirements.ts';
export { fieldRequirements, labelRequirements } from './requirements.ts';
export { allOf, type Comparison, everything, nothing, type Predicate, type Selectable } from './selectable.ts';
export { isSelector, type LabelSelectorObject, selectorOfObject, selectorText } from './selector-object.ts';
