/** Checks that faulty specs are refused with file and line, or are valid input for every emitter. */
import { expect } from 'vitest';
import { emitters } from '../../generator/emit/index.ts';
import { emptyGenerationCache, generate } from '../../generator/generate.ts';
import type { Model } from '../../generator/model.ts';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';
import { speakAll } from '../../runtime/model/vocabulary.ts';
import { compile } from '../../runtime/schema/compile.ts';
import type { Mutation } from './mutations.ts';

export interface Tried {
	readonly refused: number;
	readonly accepted: number;
}

export async function tryAll(all: readonly SpecSource[], mutations: readonly Mutation[]): Promise<Tried> {
	const kept = emptyGenerationCache();
	let [refused, accepted] = [0, 0];
	for (const { source, line, shown } of mutations) {
		const place = `${source.file}:${line}: ${shown}`;
		const sources = all.map((one) => (one.file === source.file ? source : one));
		const { model, diagnostics, files } = await generate({ sources, kept }).catch((error) => expect.fail(`${place}\n${error.stack}`));
		const errors = diagnostics.filter(({ severity }) => severity === 'error');
		expect([place, model === undefined]).toEqual([place, errors.length > 0]);
		for (const { position, message } of diagnostics) {
			expect(all.map(({ file }) => file)).toContain(position.file);
			expect([position.line > 0, position.column > 0, message === '']).toEqual([true, true, false]);
			expect(message).not.toMatch(/undefined|\[object|NaN/);
		}
		if (model === undefined) refused++;
		else {
			accepted++;
			expect(files.length).toBeGreaterThan(emitters.length / 2);
			try {
				useAll(model);
			} catch (error) {
				expect.fail(`${place}\n${error instanceof Error ? error.stack : error}`);
			}
		}
	}
	return { refused, accepted };
}

/** Every type reads, defaults, validates and writes an object without fields. */
function useAll({ catalog, vocabularies: [words] }: Model): void {
	if (words === undefined) return;
	const schemas = compile({ ...catalog, type: (name) => speakAll(catalog.type(name), words) });
	for (const name of catalog.typeNames) {
		const type = schemas.type(name);
		const object = type.read({}, { notices: [] });
		type.applyDefaults(object);
		type.validate(object);
		if (type.hasProtobuf) type.decode(type.encode(object));
	}
}
