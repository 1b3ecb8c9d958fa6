/** Documents made in time slices: those of a thousand definitions take seconds, in which other requests run. */
import { createHash } from 'node:crypto';
import { inAllDialects } from '../../documents/openapi/dialects.ts';
import type { Json } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { Slice } from '../../scheduling/slice.ts';
import type { TimeSlicer } from '../../scheduling/time-slicer.ts';
import { stringify } from '../../wire/json/text.ts';
import type { Document } from './document.ts';

/** Runs a generator to its end in time slices, and resolves with its result. `each` receives what it yields. */
export async function inSlices<T, R>(steps: Iterator<T, R>, slices: TimeSlicer, each: (value: T) => void = () => undefined): Promise<R> {
	const slice = new Slice();
	for (;;) {
		const step = await slices.later(() => {
			slice.begin();
			for (;;) {
				const next = steps.next();
				if (next.done === true) return next;
				each(next.value);
				if (slice.isOverAfterObject()) return undefined;
			}
		});
		if (step !== undefined) return step.value;
	}
}

export async function slicedDocument(parts: Iterator<string | Uint8Array, void>, slices: TimeSlicer): Promise<Document> {
	const buffers: Buffer[] = [];
	const hash = createHash('sha512');
	await inSlices(parts, slices, (part) => {
		const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
		buffers.push(bytes);
		hash.update(bytes);
	});
	return { bytes: Buffer.concat(buffers), hash: hash.digest('hex').toUpperCase() };
}

/** Yields the JSON of an object. Of members that are objects, each member is a part of its own. */
export function* jsonParts(document: object, vocabulary: Vocabulary): Generator<string, void> {
	let lead = '{';
	for (const [name, value] of Object.entries(document) as [string, Json | undefined][]) {
		if (value === undefined) continue;
		yield `${lead}${JSON.stringify(name)}:`;
		lead = ',';
		if (typeof value !== 'object' || value === null || Array.isArray(value)) yield stringify(inAllDialects(value, vocabulary));
		else yield* memberParts(value as { readonly [key: string]: Json }, vocabulary);
	}
	yield lead === '{' ? '{}' : '}';
}

function* memberParts(members: { readonly [key: string]: Json }, vocabulary: Vocabulary): Generator<string, void> {
	let lead = '{';
	for (const [name, value] of Object.entries(members)) {
		if (value === undefined) continue;
		yield `${lead}${JSON.stringify(name)}:${stringify(inAllDialects(value, vocabulary))}`;
		lead = ',';
	}
	yield lead === '{' ? '{}' : '}';
}
