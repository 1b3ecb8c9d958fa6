/** What is emitted, in order. An emitter is a pure function of the model; adding one is a line here. */
import type { Emitter } from '../model.ts';
import { catalog } from './catalog.ts';
import { descriptors } from './descriptors.ts';
import { discovery } from './discovery.ts';
import { docs } from './docs.ts';
import { hooks } from './hooks.ts';
import { merge } from './merge.ts';
import { prisma } from './prisma.ts';
import { proto } from './proto.ts';
import { reference } from './reference.ts';
import { routes } from './routes.ts';
import { specReference } from './spec-reference.ts';
import { specSchema } from './spec-schema.ts';
import { typescript } from './typescript.ts';
import { vocabulary } from './vocabulary.ts';

export const emitters: readonly Emitter[] = [
	vocabulary,
	descriptors,
	catalog,
	docs,
	specSchema,
	typescript,
	hooks,
	routes,
	merge,
	prisma,
	proto,
	discovery,
	reference,
	specReference,
];
