/** Emitters in order. An emitter is a pure function of the model. A new emitter is a line here. */
import type { Emitter } from '../model.ts';
import { discovery } from './discovery.ts';
import { merge } from './merge.ts';
import { prisma } from './prisma/index.ts';
import { proto } from './proto.ts';
import { reference } from './reference/kinds.ts';
import { specReference } from './reference/specs.ts';
import { specSchema } from './spec-schema.ts';
import { catalog } from './typescript/catalog.ts';
import { descriptors } from './typescript/descriptors.ts';
import { docs } from './typescript/docs.ts';
import { hooks } from './typescript/hooks.ts';
import { rootHooks } from './typescript/root-hooks.ts';
import { routes } from './typescript/routes.ts';
import { typescript } from './typescript/types.ts';
import { verbFiles } from './typescript/verbs.ts';
import { vocabulary } from './typescript/vocabulary.ts';

export const emitters: readonly Emitter[] = [
	vocabulary,
	descriptors,
	catalog,
	docs,
	specSchema,
	typescript,
	hooks,
	rootHooks,
	routes,
	verbFiles,
	merge,
	prisma,
	proto,
	discovery,
	reference,
	specReference,
];
