/** What is emitted, in order. An emitter is a pure function of the model; adding one is a line here. */
import type { Emitter } from '../model.ts';
import { catalog } from './catalog.ts';
import { descriptors } from './descriptors.ts';
import { docs } from './docs.ts';
import { specSchema } from './spec-schema.ts';
import { vocabulary } from './vocabulary.ts';

export const emitters: readonly Emitter[] = [vocabulary, descriptors, catalog, docs, specSchema];
